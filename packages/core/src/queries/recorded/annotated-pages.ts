import { err, ok, type CommitId, type Result, type ResultAsync } from '@chronicle/schema'
import type { AnnotatedCommit, TimePosition } from '../../contracts/annotation-index.ts'
import { isRepositoryNote } from '../../notes/knowledge-commits.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { OpenedQuery } from '../place-query.ts'
import { createSeconds } from './seconds.ts'

/** Selects annotated commits. */
export interface AnnotatedSelection {
  /** Absent: all commits in the index. */
  readonly commits?: readonly AnnotatedCommit[] | undefined
  /** Whether to include commits outside the history. */
  readonly everywhere?: boolean | undefined
  /** The position after which to continue. */
  readonly before?: TimePosition | undefined
  /** Whether to include the note about the whole repository; it comes first. */
  readonly withRepositoryNote?: boolean | undefined
  readonly isWanted?: ((commit: AnnotatedCommit) => boolean) | undefined
}

/** Number of commits whose notes are read in one batch. */
const PAGE_SIZE = 256
/** Number of newest commits that are looked up in the history before the others, because they answer most queries. */
const FIRST_BATCH = 512

/**
 * Yields annotated commits in pages, newest first. Walks the history at most twice, however many there are. Ends after
 * a failure.
 */
export async function* annotatedPages(
  { before, commits, everywhere = false, isWanted = () => true, withRepositoryNote = false }: AnnotatedSelection,
  opened: OpenedQuery,
): AsyncGenerator<Result<readonly AnnotatedCommit[], ReadError>, void, undefined> {
  const { context, view } = opened
  // Its whole second, in which commits are not ordered by id.
  const from = before && { ...before, commit: '' as CommitId }
  let listed: readonly AnnotatedCommit[]
  if (commits === undefined) {
    const recent = await view.recent(Number.MAX_SAFE_INTEGER, from, context.call)
    if (recent.isErr()) return yield err(recent.error)
    listed = recent.value
  } else {
    listed = [...commits].sort(compareNewest).filter((each) => from === undefined || compareNewest(each, from) > 0)
  }
  const seconds = createSeconds(listed, context)
  if (before !== undefined) {
    const after = await seconds.after(before)
    if (after.isErr()) return yield err(after.error)
    listed = after.value
  }
  const rules = withRepositoryNote ? listed.filter(({ commit }) => isRepositoryNote(commit)) : []
  const others = listed.filter((each) => !isRepositoryNote(each.commit) && isWanted(each))
  if (rules.length > 0) yield ok(rules)
  const [first = []] = seconds.parts(others, FIRST_BATCH)
  for (const part of [first, others.slice(first.length)]) {
    const wanted = everywhere ? ok(part) : await inHistory(part, opened)
    if (wanted.isErr()) return yield err(wanted.error)
    for (const page of seconds.parts(wanted.value, PAGE_SIZE)) yield seconds.order(page)
  }
}

/** Returns the commits that are in the history of the queried commit, in their order. */
export function inHistory(
  commits: readonly AnnotatedCommit[],
  { context, queried }: Pick<OpenedQuery, 'context' | 'queried'>,
): ResultAsync<readonly AnnotatedCommit[], ReadError> {
  return context.ancestry
    .contains(queried.head, commits, context.call)
    .map((found) => commits.filter(({ commit }) => found.has(commit)))
}

/** Sorts newest first by committer time, then by commit id, as the index does; commits without a time come last. */
function compareNewest(a: TimePosition, b: TimePosition): number {
  return (b.committedAt ?? -1) - (a.committedAt ?? -1) || (a.commit < b.commit ? -1 : a.commit > b.commit ? 1 : 0)
}
