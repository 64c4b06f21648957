import type { AstAnchor, LineRange } from './annotation.ts'
import type { Diagnostic } from './coded-error.ts'
import type { CommitId, NotesRef } from './ids.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the receipt format. */
export const TRANSCRIPT_RECEIPT_SCHEMA = 'chronicle-transcript-receipt/v1'

/** What was found in the transcripts of coding agents, and what became of it. */
export interface TranscriptReceipt {
  readonly $schema: typeof TRANSCRIPT_RECEIPT_SCHEMA
  /** `shown`: there is something new, and nobody said that it is to be stored. */
  readonly status: 'stored' | 'shown' | 'nothing_new' | 'nothing_found'
  /** Nothing was written: `status` says what would have happened. */
  readonly dry_run?: true
  readonly notes_ref: NotesRef
  readonly transcripts: ReadTranscripts
  readonly statements: readonly StatedSentence[]
  /** Sentences that state something and are about no commit: their code was given up, or is not committed yet. */
  readonly without_commit: Count
  /** Secrets that were taken out of messages before anything was looked at. */
  readonly secrets_removed: Count
  readonly warnings: readonly Diagnostic[]
}

/** Transcripts by what became of them. */
export interface ReadTranscripts {
  /** Of sessions that worked in the repository. */
  readonly read: Count
  /** Those that wrote lines which a commit holds. */
  readonly used: Count
  /** Files that could not be read. */
  readonly failed: Count
  /** Lines of transcripts that are of no known kind. */
  readonly skipped_lines: Count
}

/** A sentence that a person typed, and what it is about. */
export interface StatedSentence {
  readonly kind: 'goal' | 'rule' | 'choice' | 'reason'
  /** As it was typed, without secrets. */
  readonly text: string
  readonly commit: CommitId
  /** The first line of the commit message. */
  readonly subject: string
  readonly file?: string
  readonly ast_anchor?: AstAnchor
  readonly lines?: LineRange
  /** The agent, the session and the message: `claude-code:SESSION#MESSAGE`. */
  readonly source: string
  /** RFC 3339. Absent where the transcript does not say. */
  readonly said_at?: string
  /** The note of the commit has it already. */
  readonly known?: true
}
