import type { Diagnostic } from './coded-error.ts'
import type { CommitId, NotesRef } from './ids.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the receipt format. */
export const SCRUB_RECEIPT_SCHEMA = 'chronicle-scrub-receipt/v1'

/** What was scrubbed, and where the content may still exist. Never contains the scrubbed text. */
export interface ScrubReceipt {
  readonly $schema: typeof SCRUB_RECEIPT_SCHEMA
  readonly status: 'scrubbed' | 'nothing_found'
  /** Present for a dry run, which wrote nothing; `status` then says what would have happened. */
  readonly dry_run?: true
  /** The refs that were replaced. Their history was removed. */
  readonly refs: readonly ScrubbedRef[]
  /**
   * The commits whose notes still say the same and were not scrubbed, as after a rewrite or a cherry-pick. Includes the
   * commit itself if the rest of its annotation says the same. Present if there are any.
   */
  readonly also_on?: readonly CommitId[]
  /** Where the content may still exist, and what to do about it. Empty when nothing was found. */
  readonly remaining: readonly RemainingCopy[]
  readonly warnings: readonly Diagnostic[]
}

/** One ref of notes or of corrections. */
export interface ScrubbedRef {
  readonly notes_ref: NotesRef
  /** The notes that were changed. */
  readonly notes: readonly ScrubbedNote[]
  /** Present when no current note has the text, but an earlier state of the ref had it. */
  readonly in_history?: true
}

/** One note that was changed. */
export interface ScrubbedNote {
  readonly commit: CommitId
  /** Number of occurrences of the text, or of regions and corrections that were dropped. */
  readonly occurrences: Count
  /** Present when the note was removed because nothing of it was left. */
  readonly removed?: true
}

/** A place that scrubbing does not reach. */
export interface RemainingCopy {
  readonly place: 'objects' | 'cache' | 'remote_tracking_ref' | 'remote' | 'clones'
  readonly message: string
  /** The command that removes the copy, if there is one. */
  readonly command?: string
}
