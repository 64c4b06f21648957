import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RepoPath } from '@chronicle/schema'
import { describe, expect, test } from 'vitest'
import { listIndex, listWorktree } from '../src/list-index.ts'
import { readFile } from '../src/read-file.ts'
import { createAnsweringGit } from './fake-git.ts'
import { errorOf, textOf, valueOf } from './results.ts'
import { useScope } from './scope.ts'

const scope = useScope()
const path = (text: string): RepoPath => text as RepoPath
const ID = 'a'.repeat(40)

describe('what git says of files', () => {
  const { repository } = createAnsweringGit(() =>
    [
      `H 100644 ${ID} 0\tsame`,
      `R 100755 ${ID} 0\tgone`,
      `S 120000 ${ID} 0\tsparse`,
      `C 160000 ${ID} 0\tdir/with\ttab`,
      `M 100600 ${ID} 2\tdir/in\nconflict`,
      '? new one',
      'X nonsense',
      '',
    ].join('\0'),
  )

  test('tells the deleted, the changed and the new from the others', async () => {
    const statuses = await valueOf(listWorktree(repository, undefined))
    expect(statuses.map((status) => [status.path, status.deleted, status.changed, status.entry !== undefined])).toEqual(
      [
        ['same', false, false, true],
        ['gone', true, false, true],
        ['sparse', true, false, true],
        ['dir/with\ttab', false, true, true],
        ['dir/in\nconflict', false, false, true],
        ['new one', false, false, false],
      ],
    )
  })

  test('has an entry for each that is staged', async () => {
    const entries = await valueOf(listIndex(repository, undefined))
    expect(entries).toEqual([
      { path: 'same', name: 'same', id: ID, kind: 'file', stage: 0 },
      { path: 'gone', name: 'gone', id: ID, kind: 'executable', stage: 0 },
      { path: 'sparse', name: 'sparse', id: ID, kind: 'symlink', stage: 0 },
      { path: 'dir/with\ttab', name: 'with\ttab', id: ID, kind: 'submodule', stage: 0 },
      { path: 'dir/in\nconflict', name: 'in\nconflict', id: ID, kind: 'file', stage: 2 },
    ])
  })
})

describe('a folder', () => {
  test('may have a line feed in its name, and what is no folder holds nothing', async () => {
    const repository = await scope.fixture()
    const commit = await repository.commitFiles('First', { 'new\nline/a': '1', 'a\nfile': '2' })
    const git = scope.open({ dir: repository.dir })
    expect(textOf((await valueOf(git.readFile({ commit }, path('new\nline/a'))))?.bytes)).toBe('1')
    expect(await valueOf(git.readFile({ commit }, path('a\nfile/a')))).toBeUndefined()
    expect(await valueOf(git.listFiles({ commit }, path('new\nline')))).toEqual(['new\nline/a'])
  })

  test('of a submodule that is not checked out stands for the commit that is staged', async () => {
    const repository = await scope.fixture()
    await repository.commitFiles('First', { a: '1' })
    await repository.git('update-index', '--add', '--cacheinfo', `160000,${ID},lib`)
    await mkdir(join(repository.dir, 'lib'))
    const git = scope.open({ dir: repository.dir })
    expect(await valueOf(git.readFile('WORKTREE', path('lib')))).toMatchObject({ kind: 'submodule', id: ID })
  })
})

test('a file is not read for somebody who has given up', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chronicle-given-up-'))
  try {
    await writeFile(join(folder, 'a'), 'a')
    const giveUp = new AbortController()
    const repository = createAnsweringGit().repository.during(giveUp.signal)
    const worktree = () =>
      repository.worktree().map((located) => {
        giveUp.abort()
        return { ...located, info: { ...located.info, worktreeDir: folder } }
      })
    const reading = readFile({ ...repository, worktree }, 'WORKTREE', path('a'))
    expect(await errorOf(reading)).toMatchObject({ code: 'aborted' })
  } finally {
    await rm(folder, { recursive: true })
  }
})
