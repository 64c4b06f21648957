import { codedError, type GitError, type HistoryEntry, type HistoryRequest } from '@chronicle/core/contracts'
import { err, ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { ObjectReader } from '../object-reader.ts'
import { listCommits } from './list-commits.ts'

/**
 * Derives `GitBackend.history` from commits. Fails with `missing_object` when a commit is missing, with `aborted`, and
 * with every error of the backend.
 */
export function deriveHistory(
  reader: ObjectReader,
  request: HistoryRequest,
): ResultAsync<readonly HistoryEntry[], GitError> {
  return safeTry(async function* () {
    if (reader.isAborted()) return err(abortedHistory(request))
    const commits = yield* listCommits(reader, request)
    if (reader.isAborted()) return err(abortedHistory(request))
    return ok(commits.map(({ id, parents, time }) => ({ id, parents, committedAt: time })))
  })
}

function abortedHistory({ from }: HistoryRequest): GitError {
  const names = typeof from === 'string' ? from : from.join(', ')
  return codedError('aborted', `Reading the history of ${names} was aborted.`, { data: { from } })
}
