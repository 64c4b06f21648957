import type { Diagnostic } from './coded-error.ts'
import type { CommitId, NotesRef } from './ids.ts'

/** The identifier of the receipt format. */
export const CORRECTION_RECEIPT_SCHEMA = 'chronicle-correction-receipt/v1'

/** The result of storing a correction. */
export interface CorrectionReceipt {
  readonly $schema: typeof CORRECTION_RECEIPT_SCHEMA
  /** `recorded`: at least one was new. `unchanged`: all of them were stored already, so nothing was written. */
  readonly status: 'recorded' | 'unchanged'
  /** Present for a dry run, which wrote nothing; `status` then says what would have happened. */
  readonly dry_run?: true
  /** The corrections ref. */
  readonly notes_ref: NotesRef
  readonly corrections: readonly StoredCorrection[]
  /** Notices about what was stored; none of them prevented it from being stored. */
  readonly warnings: readonly Diagnostic[]
}

/** A correction and its regions. */
export interface StoredCorrection {
  /** The commit whose annotation it corrects. */
  readonly commit: CommitId
  /** The `chronicle-correction/v1` document, as stored. */
  readonly correction: Readonly<Record<string, unknown>>
  /** The regions that it applies to. */
  readonly regions: readonly CorrectedPlace[]
  /** Present if the same author had recorded the same before. */
  readonly known?: true
  /**
   * Regions of other commits with the same content about the same unit, newest first. They are not corrected with it.
   */
  readonly also_on?: readonly RecordedAgain[]
}

/** The identity of a corrected region. */
export interface CorrectedPlace {
  readonly file?: string
  readonly anchor?: string
  readonly intent: string
  /** Distinguishes it from the other regions of its annotation, also on the command line. */
  readonly id?: string
}

/** A region of another commit with the corrected content. */
export interface RecordedAgain extends CorrectedPlace {
  readonly commit: CommitId
  /** The value as written there. Absent if the correction is about regions and not about a value. */
  readonly target_value?: string
}
