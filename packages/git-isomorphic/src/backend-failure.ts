import { codedError, type CallOptions, type GitError } from '@chronicle/core/contracts'
import { ResultAsync } from '@chronicle/schema'

/** How a coded error travels inside this package, where the library below throws as well. Never leaves it. */
export class BackendFailure extends Error {
  readonly error: GitError

  constructor(...[code, message, extra]: Parameters<typeof codedError<GitError['code']>>) {
    super(message)
    this.error = codedError(code, message, extra)
  }
}

/** Runs an operation. What it throws becomes an error value; `task` says what was being done. */
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

/** To be called between the steps of an operation. */
export function throwIfAborted(options: CallOptions | undefined): void {
  if (options?.signal?.aborted === true) throw new BackendFailure('aborted', 'The call was aborted by its signal.')
}

/** What was thrown as an error value. */
export function toGitError(task: string, failure: unknown): GitError {
  if (failure instanceof BackendFailure) return failure.error
  const reason = failure instanceof Error ? failure.message : String(failure)
  return codedError('git_failed', `Failed to ${task}: ${reason}. Check the repository with git fsck.`, {
    data: { task },
    cause: failure,
  })
}
