import type { ResolvedQuery } from '../read/resolve-query.ts'
import { namePlace } from './name-question.ts'
import type { ReadContext, QueriedCommit } from '../read/read-context.ts'
import type { ResolvedScope } from '../read/resolved-scope.ts'

/**
 * Begins what an answer from the history will wait for: the revisions of a file, which git lists while the file is
 * parsed; and, where nothing is kept about the place, the source, which loads what it reads commits with.
 */
export function beginHistory(
  { committedPath, goneSince }: Pick<ResolvedScope, 'committedPath' | 'goneSince'>,
  query: ResolvedQuery,
  { head }: QueriedCommit,
  { call, fileHistory, historySource, keptReasons }: ReadContext,
): void {
  if (historySource === undefined || goneSince !== undefined) return
  // Whoever asks for it is told what went wrong.
  void fileHistory(head, committedPath, call).then(undefined, () => undefined)
  const load = async (): Promise<void> => {
    if (await keptReasons.has(namePlace(query))) return
    void historySource.annotationsOf([], call).then(undefined, () => undefined)
  }
  load().catch(() => undefined)
}
