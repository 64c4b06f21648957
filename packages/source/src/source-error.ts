import type { AstError, GitError } from '@chronicle/core/contracts'
import type { CodedError } from '@chronicle/schema'

/** What a read can find wrong by itself. */
export type OwnErrorCode =
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
