import type { AcknowledgedFinding } from './check-output.ts'
import type { Diagnostic } from './coded-error.ts'
import type { NotesRef } from './ids.ts'

/** The identifier of the receipt format. */
export const ACKNOWLEDGEMENT_RECEIPT_SCHEMA = 'chronicle-ack-receipt/v1'

/** The result of `check --ack`. */
export interface AcknowledgementReceipt {
  readonly $schema: typeof ACKNOWLEDGEMENT_RECEIPT_SCHEMA
  /** `unchanged`: the same person had acknowledged it with the same reason before. */
  readonly status: 'recorded' | 'unchanged'
  /** Present for a dry run, which wrote nothing; `status` then says what would have happened. */
  readonly dry_run?: true
  /** The ref that contains it. Absent for uncommitted edits, whose acknowledgements stay in this repository. */
  readonly notes_ref?: NotesRef
  readonly findings: readonly AcknowledgedFinding[]
  /** Lines for the commit message that say the same and travel with the commit. One for each finding. */
  readonly trailers: readonly string[]
  readonly warnings: readonly Diagnostic[]
}
