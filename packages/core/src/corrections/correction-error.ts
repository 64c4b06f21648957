import type { CodedError } from '@chronicle/schema'
import type { RedactError } from '../contracts/redactor.ts'
import type { GitError } from '../contracts/git-backend.ts'
import type { ReadError } from '../read/read-error.ts'

/** Reasons why a correction was not stored, or nothing was scrubbed. Nothing has been written in any of these cases. */
export type CorrectionError =
  | CodedError<
      | 'invalid_correction'
      | 'revision_not_found'
      | 'region_not_found'
      | 'ambiguous_region'
      | 'value_not_found'
      | 'existing_note_unreadable'
      | 'invalid_scrub'
    >
  | RedactError
  | ReadError
  | GitError
