import { ok, ResultAsync, type BlobId, type CommitId } from '@chronicle/schema'
import { expect, test } from 'vitest'
import type { DifferingNote, TipComparison } from './compare-tips.ts'
import { countDifferences } from './count-differences.ts'

/** Line-based notes; the id of a blob is its content. */
const git = {
  readBlobs: (ids: readonly BlobId[]) =>
    new ResultAsync(Promise.resolve(ok(new Map(ids.map((id) => [id, new TextEncoder().encode(id)] as const))))),
}
const note = (ours: string, theirs: string): DifferingNote => ({
  commit: 'a'.repeat(40) as CommitId,
  ours: ours === '' ? [] : [ours as BlobId],
  theirs: theirs === '' ? [] : [theirs as BlobId],
})
const count = async (part: Partial<TipComparison>): Promise<readonly number[]> => {
  const { toPush, toPull } = (
    await countDifferences({ onlyOurs: [], onlyTheirs: [], both: [], ...part }, git, {})
  )._unsafeUnwrap()
  return [toPush, toPull]
}

test('what one side alone put in, changed or took out goes to the other, and not back', async () => {
  const changes = [note('a', ''), note('', 'a'), note('a', 'a\nb'), note('a\nb', 'a')]
  expect(await count({ onlyOurs: changes })).toEqual([4, 0])
  expect(await count({ onlyTheirs: changes })).toEqual([0, 4])
})

test('of what both changed, what the other lacks counts; layout alone counts nowhere', async () => {
  expect(await count({ both: [note('a\nb', 'a\nc'), note('a\nb', 'a'), note('b\na', 'a\n\nb')] })).toEqual([2, 1])
  expect(await count({ onlyOurs: [note('b\na', 'a\nb')] })).toEqual([0, 0])
})
