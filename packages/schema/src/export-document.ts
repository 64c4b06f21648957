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
  /** The commit that the notes are on. For a note about the repository, the empty tree. */
  readonly commit: CommitId
  /** The stable patch id of the commit, which identifies it if it has another id elsewhere. Absent for merges. */
  readonly patch_id?: string
  /** The first line of its message. Absent if the commit is not in the repository. */
  readonly subject?: string
  /** Author time, in seconds since the epoch. */
  readonly authored_at?: number
  /** The annotation as a document, in its stored format or as `chronicle/v1`. */
  readonly annotation?: Readonly<Record<string, unknown>>
  /** The unchanged note, if it contains more than `annotation` on one line. It takes precedence on import. */
  readonly note?: string
  /** The same for a note that is not text: its bytes in base64. */
  readonly note_base64?: string
  /** Corrections of the annotation. */
  readonly corrections?: readonly Readonly<Record<string, unknown>>[]
  /** Acknowledgements of findings. */
  readonly acknowledgements?: readonly Readonly<Record<string, unknown>>[]
  /** Further lines of the corrections that are not JSON objects. */
  readonly other_corrections?: readonly string[]
  readonly other_acknowledgements?: readonly string[]
}

/** The result of an import. */
export interface ImportReceipt {
  readonly $schema: typeof IMPORT_RECEIPT_SCHEMA
  /** Present for a dry run, which wrote nothing; the rest then says what would have been written. */
  readonly dry_run?: true
  readonly notes_ref: NotesRef
  /** Number of records read, by format. */
  readonly read: {
    readonly chronicle: Count
    readonly agent_trace: Count
    readonly git_appraise: Count
  }
  /** Number of commits whose notes are new or changed. */
  readonly written: Count
  /** Number of commits whose notes contained all of it already. */
  readonly unchanged: Count
  /** Commits that have another id here, matched by their patch. */
  readonly remapped: readonly { readonly from: string; readonly to: CommitId }[]
  /** Records that could not be imported, with the reasons. */
  readonly skipped: readonly SkippedRecord[]
  readonly warnings: readonly Diagnostic[]
}

/** A record that was not imported. */
export interface SkippedRecord {
  /** Line of the input, from 1. For a note read from a ref, the line of the note. */
  readonly line: Count
  readonly commit?: string
  readonly reason: string
}
