import type { Diagnostic } from './coded-error.ts'
import type { CommitId, NotesRef } from './ids.ts'

/** The identifier of the receipt format. */
export const CORRECTION_RECEIPT_SCHEMA = 'chronicle-correction-receipt/v1'

/** What became of a correction. */
export interface CorrectionReceipt {
  readonly $schema: typeof CORRECTION_RECEIPT_SCHEMA
  /** `recorded`: at least one was new. `unchanged`: all of this had been said already, so nothing was written. */
  readonly status: 'recorded' | 'unchanged'
  /** Nothing was written: `status` says what would have happened. */
  readonly dry_run?: true
  /** The ref that holds corrections. */
  readonly notes_ref: NotesRef
  readonly corrections: readonly StoredCorrection[]
  /** Things to know about what was stored; none of them kept it from being stored. */
  readonly warnings: readonly Diagnostic[]
}

/** One correction, and what it is about. */
export interface StoredCorrection {
  /** The commit whose annotation it corrects. */
  readonly commit: CommitId
  /** The `chronicle-correction/v1` document, as stored. */
  readonly correction: Readonly<Record<string, unknown>>
  /** The regions that it speaks of. */
  readonly regions: readonly CorrectedPlace[]
  /** The same had been recorded by the same author. */
  readonly known?: true
  /** Regions of other commits that say the same about the same unit, newest first. They are not corrected with it. */
  readonly also_on?: readonly RecordedAgain[]
}

/** A region by what it is recognised by. */
export interface CorrectedPlace {
  readonly file?: string
  readonly anchor?: string
  readonly intent: string
  /** Tells it from the other regions of its annotation, on the command line as well. */
  readonly id?: string
}

/** A region of another commit that says what was corrected. */
export interface RecordedAgain extends CorrectedPlace {
  readonly commit: CommitId
  /** The value in the words that it has there. Absent where regions are meant, and no value of them. */
  readonly target_value?: string
}
