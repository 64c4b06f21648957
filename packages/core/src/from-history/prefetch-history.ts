import type { ResolvedQuery } from '../read/resolve-query.ts'
import { namePlace } from './name-question.ts'
import type { ReadContext, QueriedCommit } from '../read/read-context.ts'
import type { ResolvedScope } from '../read/resolved-scope.ts'

/**
 * Starts slow work for the history answer early: git lists the revisions of the file while the file is parsed, and the
 * source loads its parsers unless an answer about the place is cached.
 */
export function prefetchHistory(
  { committedPath, goneSince }: Pick<ResolvedScope, 'committedPath' | 'goneSince'>,
  query: ResolvedQuery,
  { head }: QueriedCommit,
  { call, fileHistory, historySource, reasonsCache }: ReadContext,
): void {
  if (historySource === undefined || goneSince !== undefined) return
  // A failure is reported to the caller that needs the result.
  void fileHistory(head, committedPath, call).then(undefined, () => undefined)
  const load = async (): Promise<void> => {
    if (await reasonsCache.has(namePlace({ ...query, showsSubjects: true }))) return
    void historySource.annotationsOf([], call).then(undefined, () => undefined)
  }
  load().catch(() => undefined)
}
