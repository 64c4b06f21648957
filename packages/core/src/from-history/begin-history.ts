import type { ReadContext, Standpoint } from '../read/read-context.ts'
import type { ResolvedScope } from '../read/resolve-scope.ts'

/**
 * Begins what an answer from the history will wait for: the revisions of a file, which git lists while the file is
 * parsed, and the source, which loads what it reads commits with.
 */
export function beginHistory(
  { committedPath, goneSince }: Pick<ResolvedScope, 'committedPath' | 'goneSince'>,
  { head }: Standpoint,
  { call, fileHistory, historySource }: ReadContext,
): void {
  if (historySource === undefined || goneSince !== undefined) return
  // Whoever asks for it is told what went wrong.
  fileHistory(head, committedPath, call).catch(() => undefined)
  void historySource.annotationsOf([], call)
}
