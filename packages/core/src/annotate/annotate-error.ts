import type { CodedError } from '@chronicle/schema'
import type { RedactError } from '../contracts/redactor.ts'
import type { GitError } from '../contracts/git-backend.ts'

/** Reasons why an annotation was not stored. Nothing has been written in any of these cases. */
export type AnnotateError =
  | CodedError<
      | 'invalid_annotation'
      | 'revision_not_found'
      | 'invalid_path'
      | 'file_not_found'
      | 'not_a_file'
      | 'lines_out_of_bounds'
      | 'lines_outside_anchor'
      | 'anchor_not_found'
      | 'ambiguous_anchor'
      | 'anchor_unresolvable'
      | 'dependency_on_itself'
      | 'existing_note_unreadable'
      | 'withdrawn_before'
    >
  | RedactError
  | GitError
