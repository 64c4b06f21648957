import { codedError, type AstError, type GitError } from '@chronicle/core/contracts'
import { err, ok, omitUndefined, type CodedError, type Err, type Result } from '@chronicle/schema'

/** Codes of errors that a read itself detects. */
type OwnErrorCode =
  | 'INVALID_ARGS'
  | 'invalid_path'
  | 'file_not_found'
  | 'is_folder'
  | 'is_submodule'
  | 'is_symlink'
  | 'binary_file'
  | 'file_too_large'
  | 'lines_out_of_bounds'
  | 'revision_not_found'
  | 'no_grammar'
  | 'symbol_not_found'
  | 'ambiguous_symbol'
  | 'stale_cursor'
  | 'edit_not_found'
  | 'ambiguous_edit'
  | 'unsupported'
  | 'aborted'
  | 'internal_error'

/**
 * Why a read failed. `INVALID_ARGS`: the request is invalid, and `data.problems` lists all problems. `internal_error`:
 * a defect in this package, or a seam that threw.
 */
export type SourceError = CodedError<OwnErrorCode> | GitError | AstError

/** Returns a failed read with one of our own error codes. */
export function sourceFailure(
  code: OwnErrorCode,
  message: string,
  data?: Readonly<Record<string, unknown>>,
): Err<never, SourceError> {
  return err(codedError(code, message, omitUndefined({ data })))
}

/** Fails if the caller has aborted. */
export function checkAborted(signal: AbortSignal | undefined): Result<void, SourceError> {
  return signal?.aborted === true ? sourceFailure('aborted', 'The read was aborted.') : ok(undefined)
}

/** Converts an exception, from our own code or a seam, to an error. */
export function internalError(cause: unknown): SourceError {
  const reason = cause instanceof Error ? cause.message : typeof cause
  return codedError('internal_error', `The read failed unexpectedly: ${reason}`, { cause })
}
