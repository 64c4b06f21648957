import { join } from 'node:path'
import type { GitBackend, GitSupports, Patch } from '@chronicle/core/contracts'
import type { CommitId } from '@chronicle/schema'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { FixtureRepository } from '../fixture/fixture-repository.ts'
import { historyArbitrary } from '../fixture/history-plan.ts'
import { ODD_PATHS } from './check-files.ts'
import { numbered, shallowClone, withHistory } from './contract-histories.ts'
import { errorOf, valueOf, type Check, type ContractTools } from './contract-tools.ts'

type RewriteMethods = Required<Pick<GitBackend, 'tips' | 'changeKeys' | 'patchIds'>>

/** Checks the data by which rewritten commits are found. */
export function checkRewrites(checkWith: (feature: keyof GitSupports) => Check): void {
  const check = checkWith('rewrites')
  check('gives the patch ids that git gives, on generated histories', async (tools) => {
    requireRewrites(await tools.open((await tools.fixture()).dir), tools)
    await fc.assert(
      fc.asyncProperty(historyArbitrary(), (plan) =>
        withHistory(tools, plan, async ({ repository, head, commits }, backend) => {
          const { patchIds } = requireRewrites(backend, tools)
          const patches: Patch[] = [
            ...commits.map((commit) => ({ commit })),
            ...commits.map((base) => ({ commit: head, base })),
            ...commits.map((commit) => ({ commit, base: head })),
          ]
          const expected: (string | undefined)[] = []
          for (const patch of patches) expected.push(await patchIdByGit(repository, patch))
          expect(await valueOf(patchIds(patches))).toEqual(expected)
          expect(await valueOf(patchIds(patches, { exact: true }))).toHaveLength(patches.length)
        }),
      ),
      { numRuns: 8, seed: 20_240_104 },
    )
  })

  check('gives a patch the same id on another base, and another id when a line differs', async (tools) => {
    const repository = await tools.fixture({ name: 'odd "name"\nof ünïcode' })
    const base = await repository.commitFiles('Base', { a: numbered(1, 60), other: 'x\n' })
    await repository.branch('topic')
    await repository.commitFiles('Elsewhere', { a: `above\n${numbered(1, 60)}`, other: 'y\n' })
    const here = await repository.commitFiles('Change', { a: `above\n${numbered(1, 60, 40)}` })
    await repository.checkout('topic')
    const there = await repository.commitFiles('Change', { a: numbered(1, 60, 40) })
    const otherLine = await repository.commitFiles('Another change', { a: numbered(1, 60, 41) })
    const { patchIds, changeKeys } = requireRewrites(await tools.open(repository.dir), tools)
    const [one, two, three, range] = await valueOf(
      patchIds([{ commit: here }, { commit: there }, { commit: otherLine }, { commit: otherLine, base }]),
    )
    expect(one).toMatch(/^[0-9a-f]{40}$/)
    expect(two).toBe(one)
    expect(new Set([one, three, range]).size).toBe(3)
    const keys = await valueOf(
      changeKeys([
        { commit: here },
        { commit: there },
        { commit: otherLine },
        { commit: otherLine, base },
        { commit: otherLine, base: otherLine },
        { commit: otherLine, base: there },
      ]),
    )
    expect(keys[0]?.paths).toBe(keys[1]?.paths)
    expect(new Set([0, 1, 2, 3].map((index) => keys[index]?.blobs)).size).toBe(4)
    expect(keys[4]).toBeUndefined()
    expect(keys[5]).toEqual(keys[2])
    const blob = await repository.git('rev-parse', `${otherLine}:a`)
    expect(keys[2]?.files).toEqual([['a', blob]])
  })

  check('tells an indentation from its revert by exact patch ids alone', async (tools) => {
    const repository = await tools.fixture()
    const flat = 'def f(x):\n    for y in x:\n        g(y)\n    h(x)\n'
    const deep = flat.replace('    h(x)', '        h(x)')
    await repository.commitFiles('Root', { 'a.py': flat })
    const indented = await repository.commitFiles('Indent', { 'a.py': deep })
    const reverted = await repository.commitFiles('Dedent', { 'a.py': flat })
    const again = await repository.commitFiles('Indent again', { 'a.py': deep })
    const { patchIds } = requireRewrites(await tools.open(repository.dir), tools)
    const patches = [indented, reverted, again].map((commit) => ({ commit }))
    expect(new Set(await valueOf(patchIds(patches))).size).toBe(1)
    const [one, two, three] = await valueOf(patchIds(patches, { exact: true }))
    expect(three).toBe(one)
    const distinguishes = (await repository.git('patch-id', '--verbatim').catch(() => undefined)) !== undefined
    expect(two === one).toBe(!distinguishes)
  })

  check('has no patch id of merges, of what changes nothing, and of what is no commit', async (tools) => {
    const repository = await tools.fixture()
    const root = await repository.commitFiles('Root', { a: 'a\n' })
    await repository.branch('topic')
    await repository.commitFiles('Ours', { b: 'b\n' })
    await repository.checkout('topic')
    await repository.commitFiles('Theirs', { c: 'c\n' })
    await repository.checkout('main')
    const merge = await repository.merge('topic')
    const empty = await repository.commit('Empty')
    const tree = (await repository.git('rev-parse', 'HEAD^{tree}')) as CommitId
    const gone = 'd'.repeat(40) as CommitId
    const { patchIds, changeKeys } = requireRewrites(await tools.open(repository.dir), tools)
    const patches: Patch[] = [
      ...[merge, empty, tree, gone, 'HEAD' as CommitId, root].map((commit) => ({ commit })),
      { commit: merge, base: root },
      { commit: root, base: root },
      { commit: root, base: gone },
      { commit: root },
    ]
    const ids = await valueOf(patchIds(patches))
    const expected = [...[false, false, false, false, false, true], ...[true, false, false, true]]
    expect(ids.map((id) => id !== undefined)).toEqual(expected)
    expect(ids[9]).toBe(ids[5])
    const keys = await valueOf(changeKeys(patches))
    expect(keys.map((key) => key !== undefined)).toEqual(expected)
    expect(keys[9]).toEqual(keys[5])
    expect(await valueOf(patchIds([]))).toEqual([])
    expect(await valueOf(changeKeys([]))).toEqual([])
  })

  check('tells changes apart by mode, by binary content and by path', async (tools) => {
    const repository = await tools.fixture()
    const binary = (byte: number): Uint8Array => new Uint8Array([0, 1, 2, byte])
    const states: Parameters<FixtureRepository['write']>[0][] = [
      { script: '#!/bin/sh\n', data: binary(1) },
      { script: { executable: '#!/bin/sh\n' } },
      { data: binary(2) },
      { data: binary(3) },
      Object.fromEntries(ODD_PATHS.map((path) => [path, 'content\n'])),
    ]
    const commits: CommitId[] = []
    for (const [index, files] of states.entries()) {
      commits.push(await repository.commitFiles(`State ${index}`, files))
    }
    const { changeKeys } = requireRewrites(await tools.open(repository.dir), tools)
    const keys = await valueOf(changeKeys(commits.map((commit) => ({ commit }))))
    expect(new Set(keys.map((key) => key?.blobs)).size).toBe(commits.length)
    expect(keys[2]?.paths).toBe(keys[3]?.paths)
    expect(new Set(keys.map((key) => key?.paths)).size).toBe(commits.length - 1)
  })

  check('does not depend on how diffs are configured', async (tools) => {
    const make = async (config: Readonly<Record<string, string>>): Promise<string | undefined> => {
      const repository = await tools.fixture({ config })
      await repository.commitFiles('Root', { old: numbered(1, 40) })
      await repository.rename('old', 'new')
      const commit = await repository.commitFiles('Rename', { new: numbered(1, 40, 20) })
      const { patchIds } = requireRewrites(await tools.open(repository.dir), tools)
      return (await valueOf(patchIds([{ commit }])))[0]
    }
    const plain = await make({})
    expect(plain).toBeDefined()
    const configured = await make({
      'diff.renames': 'copies',
      'diff.noprefix': 'true',
      'diff.context': '0',
      'diff.algorithm': 'patience',
      'diff.external': 'false',
      'color.ui': 'always',
      'core.abbrev': '4',
      'patchid.stable': 'false',
    })
    expect(configured).toBe(plain)
  })

  check('does not know what the edge of a shallow clone changed', async (tools) => {
    const repository = await tools.fixture()
    await repository.commitFiles('First', { a: 'a\n' })
    const second = await repository.commitFiles('Second', { b: 'b\n' })
    const third = await repository.commitFiles('Third', { c: 'c\n' })
    const { patchIds, changeKeys } = requireRewrites(await tools.open(await shallowClone(repository)), tools)
    const [edge, whole] = await valueOf(patchIds([{ commit: second }, { commit: third }]))
    expect([edge, whole !== undefined]).toEqual([undefined, true])
    const keys = await valueOf(changeKeys([{ commit: second }, { commit: third }, { commit: third, base: second }]))
    expect(keys.map((key) => key !== undefined)).toEqual([false, true, true])
    expect(keys[2]).toEqual(keys[1])
  })

  check('gives what branches, tags, remote-tracking branches and working trees stand on', async (tools) => {
    const repository = await tools.fixture()
    await repository.write({ a: 'a\n' })
    const commits: CommitId[] = []
    for (let index = 0; index < 8; index++) commits.push(await repository.commit(`Commit ${index}`))
    const [first, second, third, fourth, fifth, sixth, seventh, eighth] = commits as [
      ...[CommitId, CommitId, CommitId, CommitId],
      ...[CommitId, CommitId, CommitId, CommitId],
    ]
    await repository.git('reset', '--quiet', '--hard', first)
    const backend = await tools.open(repository.dir)
    const { tips } = requireRewrites(backend, tools)
    tools.requiresSharedRepository()
    expect(await valueOf(tips())).toEqual([first])
    await repository.tag('light', { at: second })
    await repository.tag('annotated', { at: third, message: 'A tag' })
    await repository.tag('tag-of-tag', { at: 'annotated', message: 'A tag of a tag' })
    await repository.git('tag', 'tree', `${first}^{tree}`)
    await repository.git('update-ref', 'refs/remotes/origin/main', fourth)
    await repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main')
    await repository.git('symbolic-ref', 'refs/remotes/origin/gone', 'refs/remotes/origin/nothing')
    await repository.git('worktree', 'add', '--quiet', '--detach', join(repository.dir, 'linked\nHEAD'), fifth)
    await repository.git('update-ref', 'refs/stash', sixth)
    await repository.git('update-ref', 'refs/notes/other', seventh)
    await repository.git('update-ref', 'refs/pull/1/head', eighth)
    await repository.branch('deep/er', second)
    expect(await valueOf(tips())).toEqual([first, second, third, fourth, fifth].toSorted())
  })

  check('has no tips before the first commit', async (tools) => {
    const repository = await tools.fixture()
    const { tips } = requireRewrites(await tools.open(repository.dir), tools)
    expect(await valueOf(tips())).toEqual([])
  })

  checkWith('history')('lists what any of several commits reaches', async (tools) => {
    const repository = await tools.fixture()
    const root = await repository.commitFiles('Root', { a: 'a\n' })
    await repository.branch('topic')
    const ours = await repository.commit('Ours')
    await repository.checkout('topic')
    const theirs = await repository.commit('Theirs')
    const history = tools.requires(await tools.open(repository.dir), 'history')
    const ids = async (from: readonly CommitId[], ...exclude: CommitId[]): Promise<readonly string[]> =>
      (await valueOf(history({ from, exclude }))).map(({ id }) => id).toSorted()
    expect(await ids([ours, theirs])).toEqual([root, ours, theirs].toSorted())
    expect(await ids([ours, theirs], root)).toEqual([ours, theirs].toSorted())
    expect(await ids([])).toEqual([])
  })

  check('gives up comparing patches when asked to', async (tools) => {
    const repository = await tools.fixture()
    const commit = await repository.commitFiles('Root', { a: 'a\n' })
    const { patchIds, changeKeys, tips } = requireRewrites(await tools.open(repository.dir), tools)
    const signal = AbortSignal.abort()
    expect((await errorOf(patchIds([{ commit }], { signal }))).code).toBe('aborted')
    expect((await errorOf(changeKeys([{ commit }], { signal }))).code).toBe('aborted')
    expect((await errorOf(tips({ signal }))).code).toBe('aborted')
  })
}

function requireRewrites(backend: GitBackend, { requires }: Pick<ContractTools, 'requires'>): RewriteMethods {
  requires(backend, 'rewrites')
  const { tips, changeKeys, patchIds } = backend
  if (tips === undefined || changeKeys === undefined || patchIds === undefined) {
    throw new Error(`${backend.name} says supports.rewrites = true, and lacks one of the three methods`)
  }
  return { tips: tips.bind(backend), changeKeys: changeKeys.bind(backend), patchIds: patchIds.bind(backend) }
}

async function patchIdByGit(repository: FixtureRepository, { commit, base }: Patch): Promise<string | undefined> {
  const args = base === undefined ? ['--root', commit] : [base, commit]
  const patch = await repository.gitBytes(['diff-tree', '-r', '-p', '--full-index', '--no-renames', ...args])
  const output = (await repository.gitBytes(['patch-id', '--stable'], { input: patch })).toString('utf8')
  return output === '' ? undefined : output.split(' ')[0]
}
