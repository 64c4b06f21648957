import { ok, safeTry, type Result, type ResultAsync } from '@chronicle/schema'
import type { DiscussionError, MergedChange, MergedChangesRequest } from '@chronicle/core/contracts'
import { objectOf, timeAt } from './fields.ts'

/**
 * Reads merged changes from pages that begin with the newest activity, until there are as many as wanted, or nothing
 * happened since. A change that moves to another page while they are read is listed once.
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
        // Nothing was merged after the last thing that happened to it.
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
