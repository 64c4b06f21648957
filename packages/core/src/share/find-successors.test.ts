import { ok, okAsync, type CommitId } from '@chronicle/schema'
import { expect, test } from 'vitest'
import type { GitBackend, HistoryRequest } from '../contracts/git-backend.ts'
import { createSuccessorFinder } from './find-successors.ts'

const id = (name: string): CommitId => name as CommitId

/** Creates a repository whose commits each have their name as subject and as patch. */
function repository(names: readonly string[], tips: readonly string[]) {
  const walks: HistoryRequest[] = []
  const patched: CommitId[] = []
  const git = {
    tips: () => okAsync(tips.map(id)),
    history: (request: HistoryRequest) => {
      walks.push(request)
      return okAsync(names.map((name) => ({ id: id(name), parents: [], committedAt: 0 })))
    },
    readCommits: (ids: readonly CommitId[]) =>
      okAsync(new Map(ids.map((each) => [each, { message: each, author: { time: 0 }, parents: [] }]))),
    patchIds: (requests: readonly { readonly commit: CommitId }[]) => {
      patched.push(...requests.map(({ commit }) => commit))
      return okAsync(requests.map(({ commit }) => `patch of ${commit}`))
    },
  } as unknown as GitBackend
  return { git, walks, patched }
}

test('the history is walked once from all tips, and each patch is computed once', async () => {
  const { git, walks, patched } = repository(['a', 'b', 'c'], ['c', 'tag1', 'tag2'])
  const find = createSuccessorFinder(git)
  const missing = (subject: string) => ({ commit: id(`old ${subject}`), patch: `patch of ${subject}`, subject })
  expect(await find([missing('a'), missing('b')], {})).toEqual(
    ok(
      new Map([
        [id('old a'), [id('a')]],
        [id('old b'), [id('b')]],
      ]),
    ),
  )
  expect(await find([missing('b'), missing('c')], {})).toEqual(
    ok(
      new Map([
        [id('old b'), [id('b')]],
        [id('old c'), [id('c')]],
      ]),
    ),
  )
  expect(walks).toEqual([{ from: ['c', 'tag1', 'tag2'] }])
  expect(patched).toEqual(['a', 'b', 'c'])
})

test('nothing is walked where no commit is missing', async () => {
  const { git, walks } = repository(['a'], ['a'])
  expect(await createSuccessorFinder(git)([], {})).toEqual(ok(new Map()))
  expect(walks).toEqual([])
})
