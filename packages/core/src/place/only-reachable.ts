import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { AnnotatedCommit } from '../contracts/annotation-index.ts'
import { isRepositoryNote } from '../notes/knowledge-commits.ts'
import type { ReadError } from '../read/read-error.ts'
import type { PlacingContext } from './placing-context.ts'

/** Returns the commits that the queried commit has in its history, oldest first, without duplicates. */
export function reachableOf(
  commits: readonly AnnotatedCommit[],
  { context, queried }: PlacingContext,
): ResultAsync<readonly AnnotatedCommit[], ReadError> {
  return safeTry(async function* () {
    const distinct = [...new Map(commits.map((each) => [each.commit, each])).values()]
    const ranks = yield* context.ancestry.rank(queried.head, distinct, context.call)
    const rankOf = ({ commit }: AnnotatedCommit): number => ranks.get(commit) ?? -1
    return ok(distinct.filter((each) => isPart(each, ranks)).sort((a, b) => rankOf(a) - rankOf(b)))
  })
}

/** Returns the entries whose commits the queried commit has in its history, in their order. */
export function onlyReachable<Entry extends AnnotatedCommit>(
  entries: readonly Entry[],
  { context, queried }: PlacingContext,
): ResultAsync<readonly Entry[], ReadError> {
  return context.ancestry
    .contains(queried.head, entries, context.call)
    .map((found) => entries.filter((each) => isPart(each, found)))
}

/** A note about the repository is attached to no commit. */
function isPart({ commit }: AnnotatedCommit, found: { has(commit: AnnotatedCommit['commit']): boolean }): boolean {
  return found.has(commit) || isRepositoryNote(commit)
}
