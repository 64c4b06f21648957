import type { CodedError } from '@chronicle/schema'

/**
 * Reasons why a repository could not be read or written. Each code is described in docs/errors.md. `internal_error`: an
 * unexpected exception.
 */
export type GitError = CodedError<
  | 'not_a_repository'
  | 'git_not_found'
  | 'git_too_old'
  | 'git_failed'
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
