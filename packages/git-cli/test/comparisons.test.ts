import type { CommitId } from '@chronicle/schema'
import { expect, test } from 'vitest'
import { errorOf } from './results.ts'
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
