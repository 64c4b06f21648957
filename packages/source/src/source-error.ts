import { codedError, type AstError, type GitError } from '@chronicle/core/contracts'
import { err, ok, omitUndefined, type CodedError, type Err, type Result } from '@chronicle/schema'

/** What a read can find wrong by itself. */
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
 * Why a read gave no answer. `INVALID_ARGS`: the request itself is wrong, `data.problems` lists everything that is.
 * `internal_error` is a defect of ours or of a seam that threw.
 */
export type SourceError = CodedError<OwnErrorCode> | GitError | AstError

/** The failure of a read, with an error of ours. */
export function failed(
  code: OwnErrorCode,
  message: string,
  data?: Readonly<Record<string, unknown>>,
): Err<never, SourceError> {
  return err(codedError(code, message, omitUndefined({ data })))
}

/** Fails when the caller gave up. */
export function checkAborted(signal: AbortSignal | undefined): Result<void, SourceError> {
  return signal?.aborted === true ? failed('aborted', 'The read was aborted.') : ok(undefined)
}

/** What a step of ours or a seam threw. */
export function unexpected(cause: unknown): SourceError {
  const reason = cause instanceof Error ? cause.message : typeof cause
  return codedError('internal_error', `The read failed unexpectedly: ${reason}`, { cause })
}
