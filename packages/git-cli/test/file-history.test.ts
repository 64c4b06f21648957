import { okAsync, type CommitId, type RepoPath } from '@chronicle/schema'
import { describe, expect, test } from 'vitest'
import { fileRevisions } from '../src/file-revisions.ts'
import { listRevisions, walkArguments, type ListRequest } from '../src/list-revisions.ts'
import { createFakeGit, type AskedCommand } from './fake-git.ts'
import { valueOf } from './results.ts'
import { useScope } from './scope.ts'

const scope = useScope()
const FILE = 'a.txt' as RepoPath
const commit = (digit: string): CommitId => digit.repeat(40) as CommitId
const blob = (digit: string): string => digit.repeat(40)
const fields = (...all: readonly string[]): string => all.map((field) => `${field}\0`).join('')
const head = (id: string, time: number, ...parents: readonly string[]): string =>
  `\u0001${[id, time, ...parents].join(' ')}`
const row = (status: string, before: string, after: string): string =>
  `:${status === 'A' ? '000000' : '100644'} ${status === 'D' ? '000000' : '100644'} ${blob(before)} ${blob(after)} ${status}`

const request: ListRequest = {
  starts: [commit('3')],
  exclude: [],
  path: FILE,
  since: undefined,
}
const never = () => okAsync(false)
const isComparison = ({ args }: AskedCommand): boolean => args[0] === 'diff-tree'

describe('the commits of a path', () => {
  const listed = (log: string, comparison = '', more: Partial<ListRequest> = {}) => {
    const { repository } = createFakeGit((command) => (isComparison(command) ? comparison : log))
    return valueOf(listRevisions(repository, { ...request, ...more }, never))
  }

  test('have the file of each and of its parent', async () => {
    const log = fields(
      ...[head(commit('3'), 30, commit('2')), row('M', 'b', 'c'), FILE],
      ...[head(commit('2'), 20, commit('1')), row('D', 'a', '0'), FILE],
      ...[head(commit('1'), 10), row('A', '0', 'a'), FILE],
    )
    expect(await listed(log)).toEqual([
      { commit: commit('3'), parents: [commit('2')], committedAt: 30, blob: blob('c'), parentBlobs: [blob('b')] },
      { commit: commit('2'), parents: [commit('1')], committedAt: 20, parentBlobs: [blob('a')] },
      { commit: commit('1'), parents: [], committedAt: 10, blob: blob('a'), parentBlobs: [] },
    ])
  })

  test('are without those that changed a file below it, or made it a submodule', async () => {
    const log = fields(
      ...[head(commit('3'), 30, commit('2')), row('M', 'b', 'c'), `${FILE}/b`],
      ...[head(commit('2'), 20, commit('1')), `:160000 160000 ${blob('a')} ${blob('b')} M`, FILE],
      ...[head(commit('1'), 10), row('A', '0', 'a'), FILE],
    )
    expect((await listed(log)).map((revision) => revision.commit)).toEqual([commit('1')])
  })

  test('have the file of each parent where they merge, and are none where the file is neither before nor after', async () => {
    const log = fields(
      ...[head(commit('4'), 40, commit('3'), commit('2')), head(commit('5'), 35, commit('3'), commit('2'))],
      ...[head(commit('3'), 30, commit('1')), row('M', 'a', 'b'), FILE],
    )
    const comparison = fields(
      ...[commit('4'), row('M', 'b', 'd'), FILE],
      ...[commit('4'), row('M', 'c', 'd'), FILE],
      ...[commit('5'), row('M', 'b', 'e'), `${FILE}/below`],
      commit('5'),
    )
    expect(await listed(log, comparison)).toEqual([
      {
        ...{ commit: commit('4'), parents: [commit('3'), commit('2')], committedAt: 40 },
        ...{ blob: blob('d'), parentBlobs: [blob('b'), blob('c')] },
      },
      { commit: commit('3'), parents: [commit('1')], committedAt: 30, blob: blob('b'), parentBlobs: [blob('a')] },
    ])
  })

  describe('are read no further than to the one that added the file', () => {
    const added = [head(commit('2'), 20, commit('1')), row('A', '0', 'a'), FILE]
    const earlier = [head(commit('1'), 10), row('D', 'e', '0'), FILE]
    const readTo = async (log: string, more: Partial<ListRequest> = {}) => {
      const asked: string[] = []
      const git = createFakeGit(() => log)
      const revisions = await valueOf(
        listRevisions(git.repository, { ...request, ...more }, (revision) => {
          asked.push(revision.commit)
          return okAsync(true)
        }),
      )
      return { last: revisions.at(-1)?.commit, asked, ended: git.killed.length > 0 }
    }

    test('if nothing before it is wanted', async () => {
      const log = fields(head(commit('3'), 30, commit('2')), row('M', 'a', 'b'), FILE, ...added, ...earlier)
      expect(await readTo(log)).toEqual({ last: commit('2'), asked: [commit('2')], ended: true })
    })

    test('unless there were branches', async () => {
      const merge = head(commit('4'), 40, commit('3'), commit('2'))
      expect(await readTo(fields(merge, ...added, ...earlier))).toMatchObject({ last: commit('1'), asked: [] })
    })

    test('unless it is read from several commits on', async () => {
      const starts = [commit('3'), commit('4')]
      expect(await readTo(fields(...added, ...earlier), { starts })).toMatchObject({ last: commit('1'), asked: [] })
    })
  })

  test('are asked for from commits on, without others, to a second that may be a fraction', () => {
    const walk = { ...request, exclude: [commit('1')], since: 12.3 }
    expect(walkArguments(walk)).toEqual({
      args: ['--since=@13 +0000', '--stdin', '--', FILE],
      input: `${commit('3')}^{commit}\n^${commit('1')}\n`,
    })
    expect(walkArguments({ ...walk, since: -5 }).args[0]).toBe('--since=@0 +0000')
    expect(walkArguments(request)).toEqual({ args: ['--stdin', '--', FILE], input: `${commit('3')}^{commit}\n` })
  })
})

describe('a file with former names', () => {
  test('is not looked for before the commit that gave it its name', async () => {
    const log = fields(
      ...[head(commit('3'), 30, commit('2')), row('M', 'a', 'b'), FILE],
      ...[head(commit('2'), 20, commit('1')), row('A', '0', 'a'), FILE],
      ...[head(commit('1'), 10), row('D', 'e', '0'), FILE],
    )
    const renamed = fields(commit('2'), row('A', '0', 'a'), FILE, row('D', 'a', '0'), 'old.txt')
    const git = createFakeGit((command) => {
      if (command.args[0] === 'log') return command.args.includes('old.txt') ? '' : log
      if (command.args.includes('--stdin')) return command.text.includes(commit('2')) ? renamed : ''
      return fields(row('R', 'a', 'a'), 'old.txt', FILE)
    })
    const found = await valueOf(fileRevisions(git.repository, { from: commit('3'), path: FILE }))
    expect(found.map((revision) => [revision.commit, revision.previousPath])).toEqual([
      [commit('3'), undefined],
      [commit('2'), 'old.txt'],
    ])
    expect(git.asked.map(({ args }) => args[0])).not.toContain('rev-list')
  })

  test('has each commit once, though two branches lead to it', async () => {
    const repository = await scope.fixture()
    const text = (changed?: number): string =>
      Array.from({ length: 20 }, (_, line) => `line ${line}${line === changed ? ' changed' : ''}\n`).join('')
    const first = await repository.commitFiles('Add', { 'old.txt': text(10) })
    const second = await repository.commitFiles('Change', { 'old.txt': text() })
    await repository.branch('other')
    await repository.checkout('other')
    const third = await repository.commitFiles('Change on the branch', { 'old.txt': text(15) })
    await repository.rename('old.txt', 'middle.txt')
    await repository.commit('Rename to something else')
    await repository.rename('middle.txt', FILE)
    await repository.commitFiles('Rename again', { [FILE]: text(18) })
    await repository.checkout('main')
    await repository.rename('old.txt', FILE)
    await repository.commitFiles('Rename', { [FILE]: text(1) })
    const from = await repository.merge('other')
    const git = scope.open({ dir: repository.dir })
    const found = await valueOf(git.fileRevisions({ from, path: FILE }))
    for (const id of [first, second, third]) expect(found.filter((revision) => revision.commit === id)).toHaveLength(1)
    expect(found.map(({ path }) => path)).toContain('middle.txt')
  })

  test('is not the earlier one of its name, behind branches either', async () => {
    const log = fields(
      ...[head(commit('4'), 40, commit('3'), commit('5'))],
      ...[head(commit('3'), 30, commit('2')), row('A', '0', 'a'), FILE],
      ...[head(commit('1'), 10, commit('0')), row('D', 'e', '0'), FILE],
    )
    const merge = fields(commit('4'), row('M', 'a', 'b'), FILE, commit('4'), row('M', 'c', 'b'), FILE)
    const renamed = fields(commit('3'), row('A', '0', 'a'), FILE, row('D', 'a', '0'), 'old.txt')
    const git = createFakeGit((command) => {
      if (command.args[0] === 'log') return command.args.includes('old.txt') ? '' : log
      if (command.args[0] === 'rev-list') return `${commit('4')} ${commit('3')}\n${commit('3')} ${commit('1')}\n`
      if (!command.args.includes('--stdin')) return fields(row('R', 'a', 'a'), 'old.txt', FILE)
      if (command.text.includes(commit('4'))) return merge
      return command.text.includes(commit('3')) ? renamed : ''
    })
    const found = await valueOf(fileRevisions(git.repository, { from: commit('4'), path: FILE }))
    expect(found.map((revision) => revision.commit)).toEqual([commit('4'), commit('3')])
  })

  test('went where the commit moved it, whatever else that moved', async () => {
    const repository = await scope.fixture()
    const text = (word: string): string => Array.from({ length: 20 }, (_, line) => `${word} ${line}\n`).join('')
    await repository.commitFiles('Add', { 'a.txt': text('a'), 'c.txt': text('c'), '0.txt': text('0') })
    await repository.rename('a.txt', 'b.txt')
    await repository.rename('c.txt', 'd.txt')
    await repository.rename('0.txt', '1.txt')
    const from = await repository.commit('Move')
    const git = scope.open({ dir: repository.dir })
    const [moved] = await valueOf(git.fileRevisions({ from, path: FILE }))
    expect(moved).toMatchObject({ commit: from, renamedTo: 'b.txt' })
  })

  test('did not have the name of one that went into a folder of that name', async () => {
    const repository = await scope.fixture()
    const text = (word: string): string => Array.from({ length: 20 }, (_, line) => `${word} ${line}\n`).join('')
    await repository.commitFiles('Add', { source: text('moves') })
    await repository.remove('source')
    const from = await repository.commitFiles('Make it a folder', {
      'source/inside.txt': text('moves'),
      [FILE]: text('is new'),
    })
    const git = scope.open({ dir: repository.dir })
    const [revision] = await valueOf(git.fileRevisions({ from, path: FILE }))
    expect(revision).toMatchObject({ commit: from, path: FILE })
    expect(revision).not.toHaveProperty('previousPath')
    const [inside] = await valueOf(git.fileRevisions({ from, path: 'source/inside.txt' as RepoPath }))
    expect(inside?.previousPath).toBe('source')
  })
})
