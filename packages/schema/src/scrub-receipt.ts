import type { Diagnostic } from './coded-error.ts'
import type { CommitId, NotesRef } from './ids.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the receipt format. */
export const SCRUB_RECEIPT_SCHEMA = 'chronicle-scrub-receipt/v1'

/** What was scrubbed, and where the content may still be. It never repeats what was scrubbed. */
export interface ScrubReceipt {
  readonly $schema: typeof SCRUB_RECEIPT_SCHEMA
  readonly status: 'scrubbed' | 'nothing_found'
  /** Nothing was written: `status` says what would have happened. */
  readonly dry_run?: true
  /** The refs that were replaced. Their history is gone from them. */
  readonly refs: readonly ScrubbedRef[]
  /** Where the content may be all the same, and what to do about it. Empty when nothing was found. */
  readonly remaining: readonly RemainingCopy[]
  readonly warnings: readonly Diagnostic[]
}

/** One ref of notes, or of corrections. */
export interface ScrubbedRef {
  readonly notes_ref: NotesRef
  /** The notes that were changed. */
  readonly notes: readonly ScrubbedNote[]
  /** No note has it now, but an earlier state of the ref had. */
  readonly in_history?: true
}

/** One note that was changed. */
export interface ScrubbedNote {
  readonly commit: CommitId
  /** Occurrences of the text, or regions and corrections that were dropped. */
  readonly occurrences: Count
  /** The note was removed: nothing of it was left. */
  readonly removed?: true
}

/** A place that scrubbing does not reach. */
export interface RemainingCopy {
  readonly place: 'objects' | 'cache' | 'remote_tracking_ref' | 'remote' | 'clones'
  readonly message: string
  /** The command that takes it away, where there is one. */
  readonly command?: string
}
