import { okAsync, type CommitId, type HistoryReason } from '@chronicle/schema'
import { expect, test } from 'vitest'
import type { Commit } from '../contracts/git-backend.ts'
import { withoutMergedTwice } from './without-merged-twice.ts'

const [MERGE, MAIN, TIP, FIRST] = ['m', 'a', 't', 'f'].map((letter) => letter.repeat(40) as CommitId) as [
  CommitId,
  CommitId,
  CommitId,
  CommitId,
]
const commit = (id: CommitId, ...parents: readonly CommitId[]): [CommitId, Commit] => [id, { id, parents } as Commit]
const all = new Map([commit(MERGE, MAIN, TIP), commit(TIP, FIRST), commit(FIRST, MAIN)])
const reason = (id: CommitId, summary: string, ...texts: readonly string[]): { readonly reason: HistoryReason } => ({
  reason: { origin: 'history', commit: id, timestamp: '', summary, passages: texts.map((text) => ({ text })) },
})

async function left(...reasons: readonly { readonly reason: HistoryReason }[]): Promise<readonly string[]> {
  const found = new Map([...all].filter(([id]) => reasons.some((each) => each.reason.commit === id)))
  const read = (ids: readonly CommitId[]) =>
    okAsync(new Map(ids.flatMap((id) => [...all].filter(([known]) => known === id))))
  return (await withoutMergedTwice(reasons, found, read))._unsafeUnwrap().map((each) => each.reason.commit)
}

test('a merge and the quoted commit of its branch are one, the one that says more', async () => {
  const merge = reason(MERGE, 'Restore the ability to pass a list of tuples.')
  expect(await left(merge, reason(FIRST, 'Allow a list of tuples.'))).toEqual([MERGE])
  const body = 'Callers rely on the order, because the server signs it.'
  expect(await left(merge, reason(FIRST, 'Allow a list of tuples.', body))).toEqual([FIRST])
})

test('a merge of several quoted commits, or that both argue, stays beside them', async () => {
  const merge = reason(MERGE, 'Restore the ability to pass a list of tuples.')
  const three = [merge, reason(TIP, 'Keep the order.'), reason(FIRST, 'Allow a list of tuples.')]
  expect(await left(...three)).toEqual([MERGE, TIP, FIRST])
  const arguing = reason(MERGE, 'Restore tuples.', 'They are rejected since 1.0. Callers rely on them.')
  expect(await left(arguing, reason(FIRST, 'Allow a list.', 'It keeps the order. A map does not.'))).toEqual([
    MERGE,
    FIRST,
  ])
})
