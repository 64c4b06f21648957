import { err, type Result } from '@chronicle/schema'
import type { GitError } from './git-backend.ts'

/**
 * Returns the failure that an iteration over `log` or `ancestors` of a backend threw.
 *
 * @throws Whatever else was thrown.
 */
export function logFailure(thrown: unknown): Result<never, GitError> {
  const cause = thrown instanceof Error ? thrown.cause : undefined
  if (!isGitError(cause)) throw thrown
  return err(cause)
}

/**
 * The value of a result, for an iteration of a backend, which has no other way to fail.
 *
 * @throws The error, as {@link logFailure} reads it back.
 */
export function valueOrThrow<T>(result: Result<T, GitError>): T {
  if (result.isOk()) return result.value
  throw new Error(result.error.message, { cause: result.error })
}

function isGitError(cause: unknown): cause is GitError {
  return typeof cause === 'object' && cause !== null && 'code' in cause && 'message' in cause
}
