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

function isGitError(cause: unknown): cause is GitError {
  return typeof cause === 'object' && cause !== null && 'code' in cause && 'message' in cause
}
