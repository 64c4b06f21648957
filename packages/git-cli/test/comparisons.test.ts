import { access, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommitId } from '@chronicle/schema'
import { describe, expect, test } from 'vitest'
import { errorOf, valueOf } from './results.ts'
import { useScope } from './scope.ts'

const scope = useScope()

test('states are compared by the ids of commits alone, whatever else has that name', async () => {
  const repository = await scope.fixture()
  const commit = await repository.commitFiles('First', { a: '1\n' })
  const git = scope.open({ dir: repository.dir })
  const named = { commit: 'main' as CommitId }
  for (const request of [
    { from: 'INDEX', to: named },
    { from: { commit }, to: named },
    { from: 'EMPTY', to: named },
    { from: named, to: 'INDEX' },
    { from: named, to: 'WORKTREE' },
  ] as const) {
    expect(await errorOf(git.diff(request))).toMatchObject({ code: 'missing_object', data: { id: 'main' } })
  }
})

describe('changes of commits', () => {
  test('are told without the index: what of a file is in the working tree is not looked at', async () => {
    const repository = await scope.fixture()
    const commit = await repository.commitFiles('First', { a: '1\n2\n' })
    await writeFile(join(repository.dir, '.git', 'index'), 'no index')
    const git = scope.open({ dir: repository.dir })
    const [changes] = await valueOf(git.changesOf([commit]))
    expect(changes?.files).toMatchObject([
      { newPath: 'a', hunks: [{ old: { count: 0 }, new: { start: 1, count: 2 } }] },
    ])
  })

  test('heed attributes of a sparse working tree, which are in the index alone', async () => {
    const repository = await scope.fixture()
    const commit = await repository.commitFiles('First', { '.gitattributes': '*.lines -diff\n', 'a.lines': '1\n' })
    await repository.git('sparse-checkout', 'set', '--no-cone', 'nothing')
    await expect(access(join(repository.dir, '.gitattributes'))).rejects.toThrow('ENOENT')
    const git = scope.open({ dir: repository.dir })
    const [changes] = await valueOf(git.changesOf([commit]))
    expect(changes?.files).toMatchObject([
      { newPath: '.gitattributes' },
      { newPath: 'a.lines', binary: true, hunks: [] },
    ])
  })
})
