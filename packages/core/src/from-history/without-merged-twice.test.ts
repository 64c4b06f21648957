import { okAsync, type CommitId, type HistoryReason } from '@chronicle/schema'
import { expect, test } from 'vitest'
import type { Commit } from '../contracts/git-backend.ts'
import { withoutMergedTwice } from './without-merged-twice.ts'

const id = (letter: string): CommitId => letter.repeat(40) as CommitId
const [MERGE, MAIN, TIP, FIRST, FORK] = [id('m'), id('a'), id('t'), id('f'), id('x')]
const commit = (own: CommitId, ...parents: readonly CommitId[]): readonly [CommitId, Commit] => [
  own,
  { id: own, parents } as Commit,
]
/** The main branch advanced after the branch of two commits began. */
const HISTORY = [commit(MERGE, MAIN, TIP), commit(TIP, FIRST), commit(FIRST, FORK), commit(MAIN, FORK), commit(FORK)]
const reason = (id: CommitId, summary: string, ...texts: readonly string[]): { readonly reason: HistoryReason } => ({
  reason: { origin: 'history', commit: id, timestamp: '', summary, passages: texts.map((text) => ({ text })) },
})

async function left(
  reasons: readonly { readonly reason: HistoryReason }[],
  history: readonly (readonly [CommitId, Commit])[] = HISTORY,
): Promise<readonly string[]> {
  const all = new Map(history)
  const reachable = (from: CommitId): readonly CommitId[] => [
    from,
    ...(all.get(from)?.parents ?? []).flatMap((parent) => reachable(parent)),
  ]
  const found = new Map([...all].filter(([own]) => reasons.some((each) => each.reason.commit === own)))
  const git: Parameters<typeof withoutMergedTwice>[2] = {
    readCommits: (ids) => okAsync(new Map([...all].filter(([own]) => ids.includes(own)))),
    history: ({ from, exclude = [] }) => {
      const excluded = new Set(exclude.flatMap(reachable))
      const own = new Set([from].flat().flatMap(reachable))
      return okAsync(
        [...own].flatMap((each) =>
          excluded.has(each) ? [] : [{ id: each, parents: all.get(each)?.parents ?? [], committedAt: 0 }],
        ),
      )
    },
  }
  return (await withoutMergedTwice(reasons, found, git))._unsafeUnwrap().map((each) => each.reason.commit)
}

test('a merge and the quoted commit of its branch are one, the one that says more', async () => {
  const merge = reason(MERGE, 'Restore the ability to pass a list of tuples.')
  expect(await left([merge, reason(FIRST, 'Allow a list of tuples.')])).toEqual([MERGE])
  const body = 'Callers rely on the order, because the server signs it.'
  expect(await left([merge, reason(FIRST, 'Allow a list of tuples.', body)])).toEqual([FIRST])
})

test('a merge of several quoted commits, or that both argue, stays beside them', async () => {
  const merge = reason(MERGE, 'Restore the ability to pass a list of tuples.')
  const three = [merge, reason(TIP, 'Keep the order.'), reason(FIRST, 'Allow a list of tuples.')]
  expect(await left(three)).toEqual([MERGE, TIP, FIRST])
  const arguing = reason(MERGE, 'Restore tuples.', 'They are rejected since 1.0. Callers rely on them.')
  expect(await left([arguing, reason(FIRST, 'Allow a list.', 'It keeps the order. A map does not.')])).toEqual([
    MERGE,
    FIRST,
  ])
})

test('a commit before the branch began is none of the branch, even where the main branch has advanced', async () => {
  const history = [commit(MERGE, MAIN, TIP), commit(TIP, FORK), commit(MAIN, FORK), commit(FORK)]
  const merge = reason(MERGE, 'Restore the ability to pass a list of tuples.')
  expect(await left([merge, reason(FORK, 'Read the file once.')], history)).toEqual([MERGE, FORK])
})

test('the merge of a long branch stays beside the only quoted commit of it', async () => {
  const branch = ['1', '2', '3', '4'].map(id)
  const history = [
    commit(MERGE, FORK, branch[0] ?? FORK),
    ...branch.map((own, index) => commit(own, branch[index + 1] ?? FORK)),
    commit(FORK),
  ]
  const merge = reason(MERGE, 'Restore the ability to pass a list of tuples.')
  expect(await left([merge, reason(id('1'), 'Allow a list of tuples.')], history)).toEqual([MERGE, id('1')])
})
