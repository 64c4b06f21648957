import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiffRequest, FileChange, GitBackend } from '@chronicle/core/contracts'
import type { CommitId } from '@chronicle/schema'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { FixtureRepository } from '../fixture/fixture-repository.ts'
import { historyArbitrary } from '../fixture/history-plan.ts'
import { applyHunks, linesAt } from './apply-hunks.ts'
import { ODD_PATHS } from './check-files.ts'
import { withHistory } from './contract-histories.ts'
import { errorOf, valueOf, type Check } from './contract-tools.ts'

type Diff = NonNullable<GitBackend['diff']>

export const numbered = (to: number): string => Array.from({ length: to }, (_, index) => `line ${index + 1}\n`).join('')

/** Checks the difference between two states. */
export function checkDiff(check: Check): void {
  check('tells what every kind of change did, by lines', async ({ fixture, open, requires }) => {
    const { repository, before, after } = await everyChange(fixture)
    const diff = requires(await open(repository.dir), 'diff')
    const changes = await valueOf(diff({ from: { commit: before }, to: { commit: after } }))
    expect(byName(changes)).toEqual({
      added: { status: 'added', newPath: 'added', binary: false, hunks: [[0, 0, 1, 2]] },
      binary: { status: 'modified', oldPath: 'binary', newPath: 'binary', binary: true, hunks: [] },
      deleted: { status: 'deleted', oldPath: 'deleted', binary: false, hunks: [[1, 2, 0, 0]] },
      edited: {
        ...{ status: 'modified', oldPath: 'edited', newPath: 'edited', binary: false },
        hunks: [
          [0, 0, 1, 1],
          [2, 1, 3, 2],
          [5, 2, 6, 0],
          [10, 1, 10, 2],
        ],
      },
      mode: { status: 'modified', oldPath: 'mode', newPath: 'mode', binary: false, hunks: [] },
      module: {
        ...{ status: 'modified', oldPath: 'module', newPath: 'module', binary: false, kind: 'submodule', hunks: [] },
      },
      'moved/and edited': {
        ...{ status: 'renamed', oldPath: 'moved', newPath: 'moved/and edited', binary: false },
        hunks: [[3, 1, 3, 1]],
      },
      'moved/as it was': {
        ...{ status: 'renamed', oldPath: 'kept', newPath: 'moved/as it was', binary: false, hunks: [] },
      },
      'to a link': {
        ...{ status: 'modified', oldPath: 'to a link', newPath: 'to a link', binary: false, kind: 'symlink' },
        hunks: [[1, 3, 1, 1]],
      },
    })
    for (const [from, to] of [
      [before, after],
      [after, before],
    ] as const) {
      await expectAsGit(diff, repository, { from: { commit: from }, to: { commit: to } }, [from, to])
    }
    expect(await valueOf(diff({ from: { commit: after }, to: { commit: after } }))).toEqual([])
  })

  check('compares with nothing, with the index and with the working tree', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    const commit = await repository.commitFiles('First', { a: numbered(5), b: numbered(5), gone: 'x\n' })
    await repository.write({ a: numbered(6), new: 'staged\n' })
    await repository.stage()
    await repository.write({ b: numbered(4), new: 'staged\nand more\n', untracked: 'nobody knows it\n' })
    await repository.remove('gone')
    const backend = await open(repository.dir)
    const diff = requires(backend, 'diff')
    const names = async (request: DiffRequest): Promise<unknown> =>
      Object.fromEntries(
        Object.entries(byName(await valueOf(diff(request)))).map(([name, { status, hunks }]) => [
          name,
          [status, ...hunks],
        ]),
      )
    const at = { commit }
    expect(await names({ from: 'EMPTY', to: at })).toEqual({
      a: ['added', [0, 0, 1, 5]],
      b: ['added', [0, 0, 1, 5]],
      gone: ['added', [0, 0, 1, 1]],
    })
    expect(await names({ from: at, to: 'INDEX' })).toEqual({
      a: ['modified', [5, 0, 6, 1]],
      new: ['added', [0, 0, 1, 1]],
    })
    expect(await names({ from: 'INDEX', to: at })).toEqual({
      a: ['modified', [6, 1, 5, 0]],
      new: ['deleted', [1, 1, 0, 0]],
    })
    expect(await names({ from: 'INDEX', to: 'WORKTREE' })).toEqual({
      b: ['modified', [5, 1, 4, 0]],
      gone: ['deleted', [1, 1, 0, 0]],
      new: ['modified', [1, 0, 2, 1]],
    })
    expect(await names({ from: at, to: 'WORKTREE' })).toEqual({
      a: ['modified', [5, 0, 6, 1]],
      b: ['modified', [5, 1, 4, 0]],
      gone: ['deleted', [1, 1, 0, 0]],
      new: ['added', [0, 0, 1, 2]],
    })
    const edited = await valueOf(diff({ from: at, to: 'WORKTREE' }))
    expect(edited.map(({ newBlob }) => newBlob)).toEqual(edited.map(() => undefined))
    for (const { oldBlob, oldPath } of edited) {
      if (oldPath !== undefined) expect(await repository.git('rev-parse', `${commit}:${oldPath}`)).toContain(oldBlob)
    }
    expect(await names({ from: 'INDEX', to: 'INDEX' })).toEqual({})
    expect(Object.keys((await names({ from: 'EMPTY', to: 'WORKTREE' })) as object)).toEqual(['a', 'b', 'new'])
    expect(Object.keys((await names({ from: 'EMPTY', to: 'INDEX' })) as object)).toEqual(['a', 'b', 'gone', 'new'])
  })

  check('names odd paths, changed and renamed', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    const text = (index: number): string => `${index} of them\n`.repeat(index + 5)
    await repository.write(Object.fromEntries(ODD_PATHS.map((name, index) => [name, text(index)])))
    const before = await repository.commit('Odd')
    await repository.write(Object.fromEntries(ODD_PATHS.map((name, index) => [name, `first\n${text(index)}`])))
    const edited = await repository.commit('Edited')
    for (const [index, name] of ODD_PATHS.entries()) await repository.rename(name, `moved/${index} of\t"them"`)
    const after = await repository.commit('Moved')
    const diff = requires(await open(repository.dir), 'diff')
    const changes = await valueOf(diff({ from: { commit: before }, to: { commit: edited } }))
    expect(changes.map(({ oldPath }) => oldPath).toSorted()).toEqual(ODD_PATHS.toSorted())
    for (const { oldPath, newPath, hunks } of changes) {
      expect([newPath, hunks]).toEqual([oldPath, [{ old: { start: 0, count: 0 }, new: { start: 1, count: 1 } }]])
    }
    const moved = await valueOf(diff({ from: { commit: edited }, to: { commit: after } }))
    const expected = ODD_PATHS.map((name, index) => ['renamed', name, `moved/${index} of\t"them"`])
    expect(moved.map(({ status, oldPath, newPath }) => [status, oldPath, newPath]).toSorted()).toEqual(
      expected.toSorted(),
    )
  })

  check('lines of content that look like parts of a patch are content', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    const look =
      '-- a/x\n++ b/x\ndiff --git a/x b/x\n@@ -1 +1 @@\nBinary files a/x and b/x differ\n:100644 100644 a b M\ty\n'
    const before = await repository.commitFiles('Before', { x: 'x\n', y: look })
    const after = await repository.commitFiles('After', { x: `${look}${'wide '.repeat(50_000)}\r\n`, y: 'no newline' })
    const diff = requires(await open(repository.dir), 'diff')
    const changes = await valueOf(diff({ from: { commit: before }, to: { commit: after } }))
    expect(byName(changes)).toMatchObject({ x: { hunks: [[1, 1, 1, 7]] }, y: { hunks: [[1, 6, 1, 1]] } })
    expect(changes).toHaveLength(2)
  })

  check('names a file in conflict once', async ({ fixture, open, requires, requiresSharedRepository }) => {
    const repository = await fixture()
    await repository.commitFiles('First', { a: numbered(3) })
    await repository.branch('topic')
    const ours = await repository.commitFiles('Ours', { a: 'ours\n' })
    await repository.checkout('topic')
    await repository.commitFiles('Theirs', { a: 'theirs\n' })
    await repository.checkout('main')
    await repository.gitBytes(['merge', 'topic'], { exitCodes: [1] })
    const diff = requires(await open(repository.dir), 'diff')
    requiresSharedRepository()
    const count = async (request: DiffRequest): Promise<unknown> =>
      (await valueOf(diff(request))).map(({ status, newPath, hunks }) => [status, newPath, hunks.length > 0])
    expect(await count({ from: { commit: ours }, to: 'WORKTREE' })).toEqual([['modified', 'a', true]])
    expect(await count({ from: { commit: ours }, to: 'INDEX' })).toEqual([['modified', 'a', false]])
    expect(await count({ from: 'INDEX', to: 'WORKTREE' })).toEqual([['modified', 'a', false]])
  })

  check('says that a commit to compare is not there', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    const commit = await repository.commit('First')
    const diff = requires(await open(repository.dir), 'diff')
    for (const id of ['d'.repeat(40), '--output=x', 'HEAD'] as CommitId[]) {
      const error = await errorOf(diff({ from: { commit }, to: { commit: id } }))
      expect([error.code, error.data]).toEqual(['missing_object', { id }])
      expect((await errorOf(diff({ from: { commit: id }, to: { commit } }))).code).toBe('missing_object')
    }
  })

  check('has no working tree to compare in a bare repository', async ({ fixture, open, requires }) => {
    const repository = await fixture({ bare: true })
    const commit = await repository.commitFiles('First', { a: 'x\n' })
    const diff = requires(await open(repository.dir), 'diff')
    expect((await errorOf(diff({ from: { commit }, to: 'WORKTREE' }))).code).toBe('unsupported')
    expect(await valueOf(diff({ from: 'EMPTY', to: { commit } }))).toHaveLength(1)
  })

  check('compares in a sha256 repository', async ({ fixture, open, requires, skip }) => {
    const repository = await fixture({ objectFormat: 'sha256' })
    const commit = await repository.commitFiles('First', { a: 'x\n' })
    const backend = await open(repository.dir)
    if (!backend.supports.objectFormats.includes('sha256')) skip(`${backend.name} reads no sha256 repositories`)
    const diff = requires(backend, 'diff')
    expect(await valueOf(diff({ from: 'EMPTY', to: { commit } }))).toHaveLength(1)
  })

  check('agrees with git on generated histories', async ({ fixture, open, requires }) => {
    requires(await open((await fixture()).dir), 'diff')
    await fc.assert(
      fc.asyncProperty(historyArbitrary({ maxCommits: 6 }), fc.nat(), fc.nat(), (plan, one, other) =>
        withHistory({ open }, plan, async ({ repository, commits }, backend) => {
          const [from, to] = [commits[one % commits.length], commits[other % commits.length]] as [CommitId, CommitId]
          const request = { from: { commit: from }, to: { commit: to } }
          await expectAsGit(requires(backend, 'diff'), repository, request, [from, to])
        }),
      ),
      { numRuns: 12 },
    )
  })
}

/** Creates two commits between which a file is added, edited, deleted, renamed, and more. */
export async function everyChange(
  fixture: () => Promise<FixtureRepository>,
): Promise<{ readonly repository: FixtureRepository; readonly before: CommitId; readonly after: CommitId }> {
  const repository = await fixture()
  const module = await repository.commit('Something to stand on')
  await repository.commitFiles('Before', {
    edited: numbered(10),
    deleted: 'a\nb\n',
    binary: new Uint8Array([0, 1, 2]),
    mode: 'm\n',
    moved: numbered(12),
    kept: 'kept\n'.repeat(20),
    'to a link': 'not\na\nlink\n',
  })
  await repository.git('update-index', '--add', '--cacheinfo', `160000,${module},module`)
  await repository.git('commit', '--quiet', '-m', 'With a module')
  const before = await repository.head()
  const lines = numbered(10).split('\n')
  const edited = ['first', lines[0], 'two', 'and a half', ...lines.slice(2, 4), ...lines.slice(6, 9), 'late', 'ten', '']
  await repository.write({
    edited: edited.join('\n'),
    added: 'new\nlines\n',
    binary: new Uint8Array([0, 1, 3]),
  })
  await repository.remove('deleted', 'to a link')
  await repository.rename('moved', 'elsewhere')
  await repository.write({ elsewhere: numbered(12).replace('line 3\n', 'line three\n') })
  await repository.rename('elsewhere', 'moved/and edited')
  await repository.rename('kept', 'moved/as it was')
  await repository.write({ 'to a link': { symlink: 'edited' } })
  await chmod(join(repository.filesDir, 'mode'), 0o755)
  await repository.stage()
  await repository.git('update-index', '--add', '--cacheinfo', `160000,${before},module`)
  await repository.git('commit', '--quiet', '-m', 'After')
  return { repository, before, after: await repository.head() }
}

interface Summary extends Omit<FileChange, 'hunks' | 'oldBlob' | 'newBlob'> {
  readonly hunks: readonly (readonly [number, number, number, number])[]
}

function byName(changes: readonly FileChange[]): Readonly<Record<string, Summary>> {
  const entries = changes.map(({ hunks, oldBlob: _, newBlob: __, ...change }): [string, Summary] => [
    change.newPath ?? change.oldPath ?? '',
    { ...change, hunks: hunks.map((hunk) => [hunk.old.start, hunk.old.count, hunk.new.start, hunk.new.count]) },
  ])
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Checks that git names the same files, and that applying the hunks to the old file gives the new one. */
async function expectAsGit(
  diff: Diff,
  repository: FixtureRepository,
  request: DiffRequest,
  [from, to]: readonly [CommitId, CommitId],
): Promise<void> {
  const changes = await valueOf(diff(request))
  const output = await repository.gitBytes(['diff', '--name-status', '-z', '-M', from, to])
  const fields = output.toString('utf8').split('\0')
  const expected: string[] = []
  for (let index = 0; index < fields.length - 1; index += 2) {
    const status = fields[index] ?? ''
    const old = fields[index + 1] ?? ''
    if (status.startsWith('R')) expected.push(`R ${old} ${fields[++index + 1]}`)
    else expected.push(`${status === 'T' ? 'M' : status} ${old}`)
  }
  const actual = changes.map(({ status, oldPath, newPath }) =>
    status === 'renamed' ? `R ${oldPath} ${newPath}` : `${status[0]?.toUpperCase()} ${newPath ?? oldPath}`,
  )
  expect(actual.toSorted()).toEqual(expected.toSorted())
  for (const change of changes) {
    if (change.binary || change.hunks.length === 0) continue
    const before = change.oldPath === undefined ? [] : await linesAt(repository, from, change.oldPath)
    const after = change.newPath === undefined ? [] : await linesAt(repository, to, change.newPath)
    expect([change, applyHunks(change, before, after)]).toEqual([change, after])
  }
}
