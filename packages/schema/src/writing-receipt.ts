import type { RegionReceipt } from './annotate-receipt.ts'
import type { Diagnostic } from './coded-error.ts'
import type { CommitId, NotesRef } from './ids.ts'

/** The identifier of the receipt format. */
export const WRITING_RECEIPT_SCHEMA = 'chronicle-writing-receipt/v1'

/** What was written about commits, by whatever writer. */
export interface WritingReceipt {
  readonly $schema: typeof WRITING_RECEIPT_SCHEMA
  /** Nothing was written: each `status` says what would have happened. */
  readonly dry_run?: true
  readonly writer: string
  readonly notes_ref: NotesRef
  /** In the order they were worked on. */
  readonly commits: readonly WrittenCommit[]
  readonly totals: Readonly<Record<WrittenCommit['status'], number>>
  /** What a model was asked and paid for, all commits together. Absent: none was asked. */
  readonly usage?: WritingUsage
}

/** One commit, and what became of it. */
export interface WrittenCommit {
  readonly commit: CommitId
  /** The first line of the commit message. */
  readonly subject: string
  /**
   * `annotated`: there is an annotation, or more in it than before. `unchanged`: all of it was recorded already.
   * `nothing`: there was nothing worth recording. `skipped`: a rule says that such commits are not looked at.
   */
  readonly status: 'annotated' | 'unchanged' | 'nothing' | 'skipped' | 'failed'
  /** Why there is nothing, why it was skipped, or how it failed. */
  readonly reason?: string
  readonly regions: readonly RegionReceipt[]
  readonly cross_cutting: number
  readonly warnings: readonly Diagnostic[]
}

/** What requests to a model cost. */
export interface WritingUsage {
  readonly input_tokens: number
  readonly output_tokens: number
  /** US dollars. Absent where the price of the model is not known. */
  readonly cost_usd?: number
}
