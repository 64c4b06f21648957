import { err, type Result } from '@chronicle/schema'
import type { GitError } from './git-backend.ts'

/**
 * Returns the failure that an iteration over a backend's `log` or `ancestors` threw.
 *
 * @throws Anything else that was thrown.
 */
export function logFailure(thrown: unknown): Result<never, GitError> {
  const cause = thrown instanceof Error ? thrown.cause : undefined
  if (!isGitError(cause)) throw thrown
  return err(cause)
}

/**
 * Returns the value of a result, for a backend's iteration, which can only fail by throwing.
 *
 * @throws The error, in the form that `logFailure` reads.
 */
export function valueOrThrow<T>(result: Result<T, GitError>): T {
  if (result.isOk()) return result.value
  throw new Error(result.error.message, { cause: result.error })
}

function isGitError(cause: unknown): cause is GitError {
  return typeof cause === 'object' && cause !== null && 'code' in cause && 'message' in cause
}
