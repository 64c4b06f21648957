import type { AcknowledgedFinding } from './check-output.ts'
import type { Diagnostic } from './coded-error.ts'
import type { NotesRef } from './ids.ts'

/** The identifier of the receipt format. */
export const ACKNOWLEDGEMENT_RECEIPT_SCHEMA = 'chronicle-ack-receipt/v1'

/** The result of `check --ack`. */
export interface AcknowledgementReceipt {
  readonly $schema: typeof ACKNOWLEDGEMENT_RECEIPT_SCHEMA
  /** `unchanged`: the same person had given the same answer. */
  readonly status: 'recorded' | 'unchanged'
  /** Nothing was written: `status` says what would have happened. */
  readonly dry_run?: true
  /** The ref that holds it. Absent for edits that are not committed, whose answers stay in this repository. */
  readonly notes_ref?: NotesRef
  readonly findings: readonly AcknowledgedFinding[]
  /** The lines for the message of the commit, which say the same and travel with it. One for each finding. */
  readonly trailers: readonly string[]
  readonly warnings: readonly Diagnostic[]
}
