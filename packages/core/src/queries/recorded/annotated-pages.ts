import { err, ok, type Result, type ResultAsync } from '@chronicle/schema'
import type { AnnotatedCommit, TimePosition } from '../../contracts/annotation-index.ts'
import { isRepositoryNote } from '../../notes/knowledge-commits.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { OpenedQuery } from '../place-query.ts'

/** Which annotated commits are asked for. */
export interface AnnotatedSelection {
  /** Absent: all that the index knows. */
  readonly commits?: readonly AnnotatedCommit[] | undefined
  /** Commits that the history does not have, too. */
  readonly everywhere?: boolean
  /** The position to go on after. */
  readonly before?: TimePosition | undefined
  /** Whether the note about the whole repository is one of them; it comes first. */
  readonly withRepositoryNote?: boolean
  readonly isWanted?: (commit: AnnotatedCommit) => boolean
}

/** Commits whose notes are read at one go. */
const PAGE = 256
/** The newest commits, which answer most questions, are looked for in the history before the others are. */
const FIRST = 512

/**
 * Annotated commits, page by page, newest first. The history is walked at most twice, whatever their number. Ends after
 * a failure.
 */
export async function* annotatedPages(
  { before, commits, everywhere = false, isWanted = () => true, withRepositoryNote = false }: AnnotatedSelection,
  opened: OpenedQuery,
): AsyncGenerator<Result<readonly AnnotatedCommit[], ReadError>, void, undefined> {
  const { context, view } = opened
  let listed: readonly AnnotatedCommit[]
  if (commits === undefined) {
    const recent = await view.recent(Number.MAX_SAFE_INTEGER, before, context.call)
    if (recent.isErr()) return yield err(recent.error)
    listed = recent.value
  } else {
    listed = [...commits].sort(compareNewest).filter((each) => before === undefined || compareNewest(each, before) > 0)
  }
  const rules = withRepositoryNote ? listed.filter(({ commit }) => isRepositoryNote(commit)) : []
  const others = listed.filter((each) => !isRepositoryNote(each.commit) && isWanted(each))
  if (rules.length > 0) yield ok(rules)
  for (const part of [others.slice(0, FIRST), others.slice(FIRST)]) {
    const wanted = everywhere ? ok(part) : await inHistory(part, opened)
    if (wanted.isErr()) return yield err(wanted.error)
    for (let from = 0; from < wanted.value.length; from += PAGE) yield ok(wanted.value.slice(from, from + PAGE))
  }
}

/** Those of the commits that the queried has in its history, in their order. */
export function inHistory(
  commits: readonly AnnotatedCommit[],
  { context, queried }: Pick<OpenedQuery, 'context' | 'queried'>,
): ResultAsync<readonly AnnotatedCommit[], ReadError> {
  return context.ancestry
    .rank(queried.head, commits, context.call)
    .map((found) => commits.filter(({ commit }) => found.has(commit)))
}

/** Newest first by committer time, then by commit id; those without a time last. */
function compareNewest(a: TimePosition, b: TimePosition): number {
  return (b.committedAt ?? -1) - (a.committedAt ?? -1) || (a.commit < b.commit ? -1 : a.commit > b.commit ? 1 : 0)
}
