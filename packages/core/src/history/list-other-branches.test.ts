import { okAsync, type CommitId } from '@chronicle/schema'
import { expect, it } from 'vitest'
import type { GitBackend } from '../contracts/git-backend.ts'
import { createListOtherBranches } from './list-other-branches.ts'

const [A, B, C] = ['a', 'b', 'c'] as [CommitId, CommitId, CommitId]

it('lists what only other branches have, once until a branch moves', async () => {
  let tips = [A, B]
  let listings = 0
  const git = {
    tips: () => okAsync(tips),
    history: ({ from, exclude }: { from: readonly CommitId[]; exclude: readonly CommitId[] }) => {
      listings++
      return okAsync(from.filter((id) => !exclude.includes(id)).map((id) => ({ id, parents: [], committedAt: 1 })))
    },
  }
  const list = createListOtherBranches(git as unknown as GitBackend)
  const ask = async (head: CommitId): Promise<unknown> => [...((await list(head, {}))._unsafeUnwrap() ?? [])]
  expect([await ask(A), await ask(A), listings]).toEqual([[B], [B], 1])
  tips = [A, B, C]
  expect([await ask(A), listings]).toEqual([[B, C], 2])
  expect([await ask(B), listings]).toEqual([[A, C], 3])
})

it('lists nothing for a backend without branches', async () => {
  expect((await createListOtherBranches({} as GitBackend)(A, {}))._unsafeUnwrap()).toBeUndefined()
})
