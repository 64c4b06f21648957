import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlameRequest, GitBackend } from '@chronicle/core/contracts'
import type { CommitId, LineRange, RepoPath } from '@chronicle/schema'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { FIXTURE_EPOCH, type FixtureRepository } from '../fixture/fixture-repository.ts'
import { historyArbitrary } from '../fixture/history-plan.ts'
import { blameByGit, linesOfHunks, withoutHunks } from './blamed-lines.ts'
import { numbered, shallowClone, withHistory } from './contract-histories.ts'
import { valueOf, type Check } from './contract-tools.ts'
import { ODD_PATHS } from './check-files.ts'

const path = (text: string): RepoPath => text as RepoPath

type Blame = NonNullable<GitBackend['blame']>

/** Checks which commit last changed each line. */
export function checkBlame(check: Check): void {
  check('blames whole files', async ({ fixture, open, requires }) => {
    const { repository, commits } = await threeCommits(fixture)
    const blame = requires(await open(repository.dir), 'blame')
    for (const commit of commits) await expectAsGit(blame, repository, { at: { commit }, path: path('a.txt') })
    const [first, second, third] = commits as [CommitId, CommitId, CommitId]
    const hunks = await valueOf(blame({ at: { commit: third }, path: path('a.txt') }))
    const summary = hunks.map(({ commit, original, final, boundary, committedAt }) => [
      ...[commit, original.start, final.start, final.end, boundary, committedAt],
    ])
    expect(summary).toEqual([
      [third, 1, 1, 2, false, FIXTURE_EPOCH + 7200],
      [first, 1, 3, 5, false, FIXTURE_EPOCH],
      [second, 4, 6, 6, false, FIXTURE_EPOCH + 3600],
      [first, 5, 7, 12, false, FIXTURE_EPOCH],
    ])
  })

  check('blames ranges', async ({ fixture, open, requires }) => {
    const { repository, commits } = await threeCommits(fixture)
    const blame = requires(await open(repository.dir), 'blame')
    const at = { commit: commits[2] as CommitId }
    for (const ranges of [
      [[1, 1]],
      [[12, 12]],
      [[2, 6]],
      [[1, 12]],
      [
        [1, 2],
        [4, 4],
        [6, 9],
      ],
      [
        [3, 5],
        [6, 6],
      ],
    ]) {
      const request = { at, path: path('a.txt'), ranges: ranges.map(([start = 1, end = 1]) => ({ start, end })) }
      await expectAsGit(blame, repository, request)
      const lines = linesOfHunks(await valueOf(blame(request)))
      expect(lines.map(({ final }) => final)).toEqual(request.ranges.flatMap(linesOf))
    }
  })

  check('clips ranges to the file', async ({ fixture, open, requires }) => {
    const { repository, commits } = await threeCommits(fixture)
    const blame = requires(await open(repository.dir), 'blame')
    const at = { commit: commits[2] as CommitId }
    const finals = async (...ranges: LineRange[]): Promise<number[]> =>
      linesOfHunks(await valueOf(blame({ at, path: path('a.txt'), ranges }))).map(({ final }) => final)
    expect(await finals({ start: 11, end: 99 })).toEqual([11, 12])
    expect(await finals({ start: 2, end: 2 }, { start: 12, end: 13 })).toEqual([2, 12])
    expect(await finals({ start: 13, end: 20 })).toEqual([])
    expect(await finals({ start: 1, end: 1 }, { start: 50, end: 60 })).toEqual([1])
    expect(await finals()).toEqual([])
  })

  check('has no lines for what is absent, empty or no file', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    const other = await repository.commit('Empty')
    await repository.write({ empty: '', 'dir/a': 'a\n' })
    await repository.submodule('module', other)
    const commit = await repository.commit('First')
    const backend = await open(repository.dir)
    const blame = requires(backend, 'blame')
    for (const name of ['empty', 'nothing', 'dir', 'module', 'dir/a/b', '../a', '--all']) {
      expect([name, await valueOf(blame({ at: { commit }, path: path(name) }))]).toEqual([name, []])
      if (backend.supports.worktree) expect(await valueOf(blame({ at: 'WORKTREE', path: path(name) }))).toEqual([])
      if (backend.supports.index) expect(await valueOf(blame({ at: 'INDEX', path: path(name) }))).toEqual([])
    }
    expect(await valueOf(blame({ at: { commit: other }, path: path('dir/a') }))).toEqual([])
  })

  check('blames files of any form', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    const forms: Record<string, string | Uint8Array> = {
      'no newline at the end': 'a\nb',
      'carriage returns': 'a\r\nb\r\nc\r\n',
      'blank lines': '\n\n\n',
      tabs: '\ta\n\tb\n',
      'looks like porcelain': `${'1'.repeat(40)} 1 1 1\nauthor x\nboundary\nfilename y\n`,
      'not utf-8': Uint8Array.of(0xff, 10, 0xfe, 0, 10, 0x80),
      'one long line': 'x'.repeat(200_000),
      'only carriage returns': 'a\rb\rc',
    }
    await repository.commitFiles('First', forms)
    await repository.write({ 'no newline at the end': 'a\nb\nc', 'carriage returns': 'a\r\nB\r\nc\r\n' })
    const commit = await repository.commit('Second')
    const blame = requires(await open(repository.dir), 'blame')
    for (const name of Object.keys(forms)) await expectAsGit(blame, repository, { at: { commit }, path: path(name) })
  })

  check('blames odd paths, through renames', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    for (const [index, name] of ODD_PATHS.entries()) {
      await repository.write({ [`f${index}`]: numbered(index * 100, index * 100 + 9) })
      if (index % 2 === 0) await repository.write({ [name]: numbered(index * 100 + 50, index * 100 + 59) })
    }
    await repository.commit('First')
    for (const [index, name] of ODD_PATHS.entries()) {
      if (index % 2 === 1) await repository.rename(`f${index}`, name)
      else await repository.rename(name, `moved/${index}`)
    }
    await repository.commit('Move')
    for (const [index, name] of ODD_PATHS.entries()) {
      const now = index % 2 === 1 ? name : `moved/${index}`
      const file = join(repository.dir, now)
      await writeFile(file, 'a line at the end\n', { flag: 'a' })
    }
    const commit = await repository.commit('Change')
    const blame = requires(await open(repository.dir), 'blame')
    for (const [index, name] of ODD_PATHS.entries()) {
      const now = path(index % 2 === 1 ? name : `moved/${index}`)
      const request = { at: { commit }, path: now }
      await expectAsGit(blame, repository, request)
      const [first] = await valueOf(blame(request))
      expect(first?.originalPath).toBe(index % 2 === 1 ? `f${index}` : name)
    }
  })

  check('follows renames that change the file too, and merges', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    await repository.commitFiles('First', { 'old.txt': numbered(1, 20) })
    await repository.branch('topic')
    await repository.commitFiles('Ours', { 'old.txt': numbered(1, 9) + 'ours\n' + numbered(11, 20) })
    await repository.checkout('topic')
    await repository.rename('old.txt', 'deep/new.txt')
    await repository.commitFiles('Theirs', { 'deep/new.txt': numbered(1, 2) + 'theirs\n' + numbered(4, 20) })
    await repository.checkout('main')
    const merge = await repository.merge('topic', 'Both')
    const blame = requires(await open(repository.dir), 'blame')
    await expectAsGit(blame, repository, { at: { commit: merge }, path: path('deep/new.txt') })
    const paths = new Set(
      (await valueOf(blame({ at: { commit: merge }, path: path('deep/new.txt') }))).map((h) => h.originalPath),
    )
    expect(paths).toEqual(new Set(['old.txt', 'deep/new.txt']))
  })

  check('gives committed-at-or-after lines the same answer when bounded', async ({ fixture, open, requires }) => {
    const { repository, commits } = await threeCommits(fixture)
    const blame = requires(await open(repository.dir), 'blame')
    const request: BlameRequest = { at: { commit: commits[2] as CommitId }, path: path('a.txt') }
    for (const since of [0, 1, FIXTURE_EPOCH, FIXTURE_EPOCH + 1, FIXTURE_EPOCH + 3600, FIXTURE_EPOCH + 7200]) {
      await expectBoundedAsFull(blame, request, since)
    }
    const bounded = await valueOf(blame({ ...request, since: FIXTURE_EPOCH + 7201 }))
    expect(bounded.every(({ boundary }) => boundary)).toBe(true)
  })

  check('agrees with git on generated histories, bounded or not', async ({ open, fixture, requires }) => {
    requires(await open((await fixture()).dir), 'blame')
    await fc.assert(
      fc.asyncProperty(historyArbitrary(), fc.nat({ max: 20 }), (plan, bound) =>
        withHistory({ open }, plan, async (built, backend) => {
          const blame = requires(backend, 'blame')
          const since = Number(
            await built.repository.git('log', '-1', '--format=%ct', built.commits[bound % built.commits.length] ?? ''),
          )
          for (const name of built.paths) {
            const request = { at: { commit: built.head }, path: path(name) }
            await expectAsGit(blame, built.repository, request)
            await expectBoundedAsFull(blame, request, since)
          }
        }),
      ),
      { numRuns: 20, seed: 20_240_101 },
    )
  })

  check('tells lines that are not committed from those that are', async ({ fixture, open, requires }) => {
    const { repository, commits } = await threeCommits(fixture)
    await repository.write({ 'a.txt': 'new top\n' + numbered(1, 8) + 'new end', staged: 'all new\n' })
    await repository.stage()
    const backend = await open(repository.dir)
    const blame = requires(backend, 'blame')
    requires(backend, 'worktree')
    await expectAsGit(blame, repository, { at: 'WORKTREE', path: path('a.txt') })
    await expectAsGit(blame, repository, { at: 'WORKTREE', path: path('a.txt'), ranges: [{ start: 1, end: 4 }] })
    const lines = linesOfHunks(await valueOf(blame({ at: 'WORKTREE', path: path('a.txt') })))
    expect(lines.map(({ commit }) => commit === undefined)).toEqual(
      Array.from({ length: 10 }, (_, i) => [0, 4, 9].includes(i)),
    )
    expect(lines.filter(({ commit }) => commit === undefined).every(({ hunk }) => !hunk.boundary)).toBe(true)
    expect(lines[5]?.commit).toBe(commits[0])
    await expectBoundedAsFull(blame, { at: 'WORKTREE', path: path('a.txt') }, FIXTURE_EPOCH + 3600)

    requires(backend, 'index')
    const index = await valueOf(blame({ at: 'INDEX', path: path('a.txt') }))
    expect(withoutHunks(linesOfHunks(index))).toEqual(withoutHunks(lines))
    await repository.write({ 'a.txt': 'nothing of the old\n' })
    expect(await valueOf(blame({ at: 'INDEX', path: path('a.txt') }))).toEqual(index)
    for (const at of ['INDEX', 'WORKTREE'] as const) {
      const [hunk, ...others] = await valueOf(blame({ at, path: path('staged') }))
      expect(others).toEqual([])
      expect(hunk).toMatchObject({ commit: undefined, final: { start: 1, end: 1 }, boundary: false })
    }
  })

  check('does not take converted line ends for changes', async ({ fixture, open, requires }) => {
    const repository = await fixture({ config: { 'core.autocrlf': 'true' } })
    const commit = await repository.commitFiles('First', { 'a.txt': 'a\r\nb\r\nc\r\n' })
    await repository.write({ 'a.txt': 'a\r\nchanged\r\nc\r\n' })
    const backend = await open(repository.dir)
    const blame = requires(backend, 'blame')
    requires(backend, 'worktree')
    await expectAsGit(blame, repository, { at: 'WORKTREE', path: path('a.txt') })
    const lines = linesOfHunks(await valueOf(blame({ at: 'WORKTREE', path: path('a.txt') })))
    expect(lines.map((line) => line.commit)).toEqual([commit, undefined, commit])
  })

  check('blames files that are in no commit yet', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    await repository.write({ 'a.txt': 'a\nb\n' })
    await repository.stage()
    const backend = await open(repository.dir)
    const blame = requires(backend, 'blame')
    requires(backend, 'worktree')
    requires(backend, 'index')
    const uncommitted = [
      {
        commit: undefined,
        originalPath: 'a.txt',
        original: { start: 1, end: 2 },
        final: { start: 1, end: 2 },
        boundary: false,
      },
    ]
    expect(await valueOf(blame({ at: 'WORKTREE', path: path('a.txt') }))).toEqual(uncommitted)
    expect(await valueOf(blame({ at: 'INDEX', path: path('a.txt') }))).toEqual(uncommitted)
    await repository.commit('First')
    await repository.write({ 'untracked.txt': 'a\nb\nc\n' })
    const hunks = await valueOf(blame({ at: 'WORKTREE', path: path('untracked.txt') }))
    expect(linesOfHunks(hunks).map(({ commit }) => commit)).toEqual([undefined, undefined, undefined])
    const ranges = [{ start: 2, end: 9 }]
    const part = await valueOf(blame({ at: 'WORKTREE', path: path('untracked.txt'), ranges }))
    expect(linesOfHunks(part).map(({ final }) => final)).toEqual([2, 3])
  })

  check('marks the edge of a shallow clone', async ({ fixture, open, requires }) => {
    const { repository, commits } = await threeCommits(fixture)
    const blame = requires(await open(await shallowClone(repository)), 'blame')
    const lines = linesOfHunks(await valueOf(blame({ at: { commit: commits[2] as CommitId }, path: path('a.txt') })))
    expect(new Set(lines.map(({ commit, hunk }) => `${commit} ${hunk.boundary}`))).toEqual(
      new Set([`${commits[2]} false`, `${commits[1]} true`]),
    )
  })
}

/** Creates twelve lines: most from the first commit, one changed by the second, two added on top by the third. */
async function threeCommits(
  fixture: () => Promise<FixtureRepository>,
): Promise<{ repository: FixtureRepository; commits: readonly CommitId[] }> {
  const repository = await fixture()
  const first = await repository.commitFiles('First', { 'a.txt': numbered(1, 10) })
  const second = await repository.commitFiles('Second', { 'a.txt': numbered(1, 3) + 'changed\n' + numbered(5, 10) })
  await repository.write({ 'a.txt': 'top\nand next\n' + numbered(1, 3) + 'changed\n' + numbered(5, 10) })
  return { repository, commits: [first, second, await repository.commit('Third')] }
}

async function expectAsGit(
  blame: Blame,
  repository: FixtureRepository,
  request: Omit<BlameRequest, 'since'>,
): Promise<void> {
  const hunks = await valueOf(blame(request))
  const expected = await blameByGit(repository, request)
  expect({ ...request, lines: withoutHunks(linesOfHunks(hunks)) }).toEqual({
    ...request,
    lines: withoutHunks(expected),
  })
  const times = new Map<string | undefined, number>()
  for (const commit of new Set(hunks.map((hunk) => hunk.commit))) {
    if (commit) times.set(commit, Number(await repository.git('log', '-1', '--format=%ct', commit)))
  }
  for (const hunk of hunks) {
    expect(hunk.committedAt).toBe(times.get(hunk.commit))
    expect(hunk.boundary).toBe(false)
  }
}

async function expectBoundedAsFull(blame: Blame, request: BlameRequest, since: number): Promise<void> {
  const full = linesOfHunks(await valueOf(blame(request)))
  const bounded = linesOfHunks(await valueOf(blame({ ...request, since })))
  expect(bounded.map(({ final }) => final)).toEqual(full.map(({ final }) => final))
  for (const [index, line] of full.entries()) {
    const other = bounded[index]
    if (line.commit === undefined || (line.hunk.committedAt ?? 0) >= since) {
      expect(withoutHunks(other ? [other] : [])).toEqual(withoutHunks([line]))
      expect(other?.hunk.boundary).toBe(line.hunk.boundary)
    } else {
      expect(other?.hunk.boundary).toBe(true)
      expect(other?.hunk.committedAt).toBeLessThan(since)
    }
  }
}

function linesOf({ start, end }: LineRange): readonly number[] {
  return Array.from({ length: end - start + 1 }, (_, index) => start + index)
}
