import type { CodedError } from '@chronicle/schema'
import type { GitError } from '../contracts/git-backend.ts'
import type { IndexError } from '../contracts/annotation-index.ts'

/** Why a query failed. `internal_error` is a defect in Chronicle or in a replaced stage that threw. */
export type ReadError =
  | CodedError<
      | 'invalid_query'
      | 'invalid_path'
      | 'file_not_found'
      | 'not_a_file'
      | 'anchor_not_found'
      | 'lines_out_of_bounds'
      | 'revision_not_found'
      | 'internal_error'
    >
  | GitError
  | IndexError
