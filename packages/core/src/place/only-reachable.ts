import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { AnnotatedCommit } from '../contracts/annotation-index.ts'
import { isRepositoryNote } from '../notes/knowledge-commits.ts'
import type { ReadError } from '../read/read-error.ts'
import type { PlacingContext } from './placing-context.ts'

/** Returns the commits that the queried commit has in its history, oldest first, without duplicates. */
export function reachableOf(
  commits: readonly AnnotatedCommit[],
  placing: PlacingContext,
): ResultAsync<readonly AnnotatedCommit[], ReadError> {
  return onlyReachable([...new Map(commits.map((each) => [each.commit, each])).values()], placing)
}

/** Returns the entries whose commits the queried commit has in its history, those of the oldest commits first. */
export function onlyReachable<Entry extends AnnotatedCommit>(
  entries: readonly Entry[],
  { context, queried }: PlacingContext,
): ResultAsync<readonly Entry[], ReadError> {
  return safeTry(async function* () {
    const ranks = yield* context.ancestry.rank(queried.head, entries, context.call)
    const rankOf = ({ commit }: AnnotatedCommit): number => ranks.get(commit) ?? -1
    // A note about the repository is attached to no commit.
    const isPart = (each: AnnotatedCommit): boolean => rankOf(each) >= 0 || isRepositoryNote(each.commit)
    return ok(entries.filter(isPart).sort((a, b) => rankOf(a) - rankOf(b)))
  })
}
