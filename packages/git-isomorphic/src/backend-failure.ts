import { codedError, type CallOptions, type GitError } from '@chronicle/core/contracts'
import { ResultAsync } from '@chronicle/schema'

/** Carries a coded error inside this package, where isomorphic-git throws as well. It never leaves the package. */
export class BackendFailure extends Error {
  readonly error: GitError

  constructor(...[code, message, extra]: Parameters<typeof codedError<GitError['code']>>) {
    super(message)
    this.error = codedError(code, message, extra)
  }
}

/** Runs an operation and converts what it throws into an error value. `task` describes the operation. */
export function attempt<T>(
  task: string,
  options: CallOptions | undefined,
  operation: () => Promise<T>,
): ResultAsync<T, GitError> {
  const run = async (): Promise<T> => {
    throwIfAborted(options)
    return operation()
  }
  return ResultAsync.fromPromise(run(), (failure) => toGitError(task, failure))
}

/** Throws if the call was aborted. Called between the steps of an operation. */
export function throwIfAborted(options: CallOptions | undefined): void {
  if (options?.signal?.aborted === true) throw new BackendFailure('aborted', 'The call was aborted by its signal.')
}

/** Converts something thrown into an error value. */
export function toGitError(task: string, failure: unknown): GitError {
  if (failure instanceof BackendFailure) return failure.error
  const reason = failure instanceof Error ? failure.message : String(failure)
  return codedError('git_failed', `Failed to ${task}: ${reason}. Check the repository with git fsck.`, {
    data: { task },
    cause: failure,
  })
}
