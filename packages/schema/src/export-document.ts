import type { CommitId, NotesRef } from './ids.ts'
import type { Diagnostic } from './coded-error.ts'
import type { Count } from './limited-types.ts'

/** The identifier of one line of an export. */
export const EXPORT_SCHEMA = 'chronicle-export/v1'

/** The identifier of what `import` prints. */
export const IMPORT_RECEIPT_SCHEMA = 'chronicle-import/v1'

/** Everything recorded about one commit, as one line of JSON Lines. */
export interface ExportDocument {
  readonly $schema: typeof EXPORT_SCHEMA
  /** The commit that the notes are on; of a note about the repository, the empty tree. */
  readonly commit: CommitId
  /** The stable patch id of the commit, by which it is found again under another id. Absent for merges. */
  readonly patch_id?: string
  /** The first line of its message. Absent where the commit is not in the repository. */
  readonly subject?: string
  /** When its author made it, in seconds since the epoch. */
  readonly authored_at?: number
  /** The annotation as a document, of the format that it is stored in or of `chronicle/v1`. */
  readonly annotation?: Readonly<Record<string, unknown>>
  /** The note as it stands, where it is more than `annotation` on one line. It counts when it is imported. */
  readonly note?: string
  /** The same for a note that is no text: its bytes in base64. */
  readonly note_base64?: string
  /** What was found wrong with the annotation. */
  readonly corrections?: readonly Readonly<Record<string, unknown>>[]
  /** Answers to findings. */
  readonly acknowledgements?: readonly Readonly<Record<string, unknown>>[]
  /** Lines beside them that are no JSON objects. */
  readonly other_corrections?: readonly string[]
  readonly other_acknowledgements?: readonly string[]
}

/** What an import came to. */
export interface ImportReceipt {
  readonly $schema: typeof IMPORT_RECEIPT_SCHEMA
  /** Nothing was written: the rest says what would have been. */
  readonly dry_run?: true
  readonly notes_ref: NotesRef
  /** Records that were read, by format. */
  readonly read: {
    readonly chronicle: Count
    readonly agent_trace: Count
    readonly git_appraise: Count
  }
  /** Commits whose notes are new or changed. */
  readonly written: Count
  /** Commits whose notes said all of it already. */
  readonly unchanged: Count
  /** Commits that are here under another id, found by their patch. */
  readonly remapped: readonly { readonly from: string; readonly to: CommitId }[]
  /** What could not be imported, and why. */
  readonly skipped: readonly SkippedRecord[]
  readonly warnings: readonly Diagnostic[]
}

/** A record that was not imported. */
export interface SkippedRecord {
  /** Of the input, from 1; of a note that was read from a ref, its line. */
  readonly line: Count
  readonly commit?: string
  readonly reason: string
}
