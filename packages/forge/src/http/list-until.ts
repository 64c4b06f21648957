import { ok, safeTry, type Result, type ResultAsync } from '@chronicle/schema'
import type { DiscussionError, MergedChange, MergedChangesRequest } from '@chronicle/core/contracts'
import { objectOf, timeAt } from './fields.ts'

/**
 * Reads merged changes from pages sorted by newest activity, until enough are found or the rest had no activity since
 * the given time. A change that moves to another page during the read is listed once.
 */
export function listUntil(
  pages: AsyncIterable<Result<readonly unknown[], DiscussionError>>,
  read: (entry: unknown) => MergedChange | undefined,
  { since = -Infinity, limit = Infinity, wanted = () => true }: MergedChangesRequest,
): ResultAsync<readonly MergedChange[], DiscussionError> {
  return safeTry(async function* () {
    const found = new Map<number, MergedChange>()
    for await (const page of pages) {
      for (const entry of yield* page) {
        // A change cannot be merged after its last update.
        if ((timeAt(objectOf(entry), 'updated_at') ?? Infinity) < since) return ok([...found.values()])
        const change = read(entry)
        if (change === undefined || change.mergedAt < since || found.has(change.number) || !wanted(change)) continue
        found.set(change.number, change)
        if (found.size >= limit) return ok([...found.values()])
      }
    }
    return ok([...found.values()])
  })
}
