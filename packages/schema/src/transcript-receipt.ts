import type { AstAnchor, LineRange } from './annotation.ts'
import type { Diagnostic } from './coded-error.ts'
import type { CommitId, NotesRef } from './ids.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the receipt format. */
export const TRANSCRIPT_RECEIPT_SCHEMA = 'chronicle-transcript-receipt/v1'

/** What was found in the transcripts of coding agents, and what was done with it. */
export interface TranscriptReceipt {
  readonly $schema: typeof TRANSCRIPT_RECEIPT_SCHEMA
  /** `shown`: new sentences were found, but storing was not requested. */
  readonly status: 'stored' | 'shown' | 'nothing_new' | 'nothing_found'
  /** Present for a dry run, which wrote nothing; `status` then says what would have happened. */
  readonly dry_run?: true
  readonly notes_ref: NotesRef
  readonly transcripts: ReadTranscripts
  readonly statements: readonly StatedSentence[]
  /** Number of statements that belong to no commit, because their code was abandoned or is not committed yet. */
  readonly without_commit: Count
  /** Number of secrets removed from messages before any other processing. */
  readonly secrets_removed: Count
  readonly warnings: readonly Diagnostic[]
}

/** Numbers of transcripts, by outcome. */
export interface ReadTranscripts {
  /** Number of transcripts of sessions in this repository. */
  readonly read: Count
  /** Number of transcripts whose session wrote lines that are in a commit. */
  readonly used: Count
  /** Number of files that could not be read. */
  readonly failed: Count
  /** Number of transcript lines of an unknown kind. */
  readonly skipped_lines: Count
}

/** A sentence that a person typed, and the commit it is about. */
export interface StatedSentence {
  readonly kind: 'goal' | 'rule' | 'choice' | 'reason'
  /** The sentence as typed, without secrets. */
  readonly text: string
  readonly commit: CommitId
  /** The first line of the commit message. */
  readonly subject: string
  readonly file?: string
  readonly ast_anchor?: AstAnchor
  readonly lines?: LineRange
  /** The agent, the session and the message: `claude-code:SESSION#MESSAGE`. */
  readonly source: string
  /** Time of the message, RFC 3339. Absent if the transcript does not contain it. */
  readonly said_at?: string
  /** Present when the note of the commit already contains the sentence. */
  readonly known?: true
}
