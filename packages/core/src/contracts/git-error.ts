import type { CodedError } from '@chronicle/schema'
import { codedError } from './coded-error.ts'

/**
 * Reasons why a repository could not be read or written. Each code is described in docs/errors.md. `internal_error`: an
 * unexpected exception.
 */
export type GitError = CodedError<
  | 'not_a_repository'
  | 'git_not_found'
  | 'git_too_old'
  | 'git_failed'
  | 'closed'
  | 'unsafe_repository'
  | 'missing_object'
  | 'file_too_large'
  | 'notes_ref_moved'
  | 'notes_ref_locked'
  | 'identity_unknown'
  | 'remote_unreachable'
  | 'remote_denied'
  | 'unsupported'
  | 'later_history'
  | 'aborted'
  | 'internal_error'
>

/** Returns the error of a call to a backend after its `close`, or during it. */
export function closedError(backend: string): GitError {
  const message = `The git backend ${backend} was closed with close() before this call ended. Open the repository again.`
  return codedError('closed', message)
}
