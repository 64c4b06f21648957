import { openChronicle, type Chronicle } from '@chronicle/node'
import { okAsync, type CommitId } from '@chronicle/schema'
import type { CommitReceipt } from '@chronicle/writer'

/**
 * Returns the result of backfill for some commits. Nothing is stored, and secrets are not removed, which would take
 * half of the time.
 */
export async function backfillCommits(
  dir: string,
  choose: (commits: readonly CommitId[]) => readonly CommitId[],
): Promise<{ readonly chronicle: Chronicle; readonly receipts: readonly CommitReceipt[] }> {
  const chronicle = openChronicle({ dir, cacheDir: false })
  const selected = await chronicle.selectCommits()
  if (selected.isErr()) throw new Error(selected.error.message)
  const writing = await chronicle.openWriting({
    writer: 'heuristic',
    dryRun: true,
    redactor: { name: 'none', redact: (texts) => okAsync(texts.map((text) => ({ text, secrets: [] }))) },
  })
  if (writing.isErr()) throw new Error(writing.error.message)
  const receipts: CommitReceipt[] = []
  for await (const event of writing.value.run(choose(selected.value.commits))) {
    if (event.kind === 'stopped') throw new Error(event.error.message)
    if (event.kind === 'commit') receipts.push(event.receipt)
  }
  return { chronicle, receipts }
}
