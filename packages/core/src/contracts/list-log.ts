import { err, ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'
import { codedError } from './coded-error.ts'
import type { Ancestor, CommitSummary, GitBackend, GitError, LogRequest } from './git-backend.ts'
import { logFailure } from './log-failure.ts'

/** Receives one commit after another. `stop` ends the listing. */
type Visit<Item> = (commit: Item) => 'stop' | undefined

/**
 * Reads a log. A backend ends the iteration of an aborted call as if the log ended there; this is the error `aborted`,
 * so that nobody takes a part of the log for all of it.
 */
export function listLog(
  git: GitBackend,
  request: LogRequest,
  call: CallOptions,
): ResultAsync<readonly CommitSummary[], GitError> {
  const commits: CommitSummary[] = []
  return visitLog(git, request, call, (commit) => {
    commits.push(commit)
    return undefined
  }).map(() => commits)
}

/** Reads a log without keeping it, up to the commit at which `visit` stops. Fails as {@link listLog} does. */
export function visitLog(
  git: GitBackend,
  request: LogRequest,
  call: CallOptions,
  visit: Visit<CommitSummary>,
): ResultAsync<void, GitError> {
  // eslint-disable-next-line no-restricted-syntax -- here is where a log is read
  return visitEach(() => git.log(request, call), call, visit)
}

/**
 * Lists a commit and its ancestors, newest first, up to the one at which `visit` stops. Fails as {@link listLog} does.
 */
export function visitAncestors(
  git: GitBackend,
  from: CommitId,
  call: CallOptions,
  visit: Visit<Pick<Ancestor, 'id'>>,
): ResultAsync<void, GitError> {
  // eslint-disable-next-line no-restricted-syntax -- here is where ancestors are read
  return visitEach(() => git.ancestors?.({ from }, call) ?? git.log({ from }, call), call, visit)
}

function visitEach<Item>(
  iterate: () => AsyncIterable<Item>,
  { signal }: CallOptions,
  visit: Visit<Item>,
): ResultAsync<void, GitError> {
  return safeTry(async function* () {
    try {
      for await (const commit of iterate()) if (visit(commit) === 'stop') return ok()
    } catch (thrown) {
      return logFailure(thrown)
    }
    return signal?.aborted === true ? err(codedError('aborted', 'Listing commits was aborted.')) : ok()
  })
}
