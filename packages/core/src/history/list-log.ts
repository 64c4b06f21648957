import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { CommitSummary, GitBackend, GitError, LogRequest } from '../contracts/git-backend.ts'
import { logFailure } from '../contracts/log-failure.ts'

/** Reads a log to its end, which is bounded by its `limit`. */
export function listLog(
  git: GitBackend,
  request: LogRequest & { readonly limit: number },
  call: CallOptions,
): ResultAsync<readonly CommitSummary[], GitError> {
  return safeTry(async function* () {
    const commits: CommitSummary[] = []
    try {
      for await (const commit of git.log(request, call)) commits.push(commit)
    } catch (thrown) {
      return logFailure(thrown)
    }
    return ok(commits)
  })
}
