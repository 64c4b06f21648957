import type { RegionReceipt } from './annotate-receipt.ts'
import type { Diagnostic } from './coded-error.ts'
import type { CommitId, NotesRef } from './ids.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the receipt format. */
export const WRITING_RECEIPT_SCHEMA = 'chronicle-writing-receipt/v1'

/** What was written about commits, by whatever writer. */
export interface WritingReceipt {
  readonly $schema: typeof WRITING_RECEIPT_SCHEMA
  /** Nothing was written: each `status` says what would have happened. */
  readonly dry_run?: true
  /** The work goes on in the background, and nothing is known of it yet. Failures will be told in `failed_log`. */
  readonly background?: { readonly failed_log: string }
  readonly writer: string
  readonly notes_ref: NotesRef
  /** In the order they were worked on. */
  readonly commits: readonly WrittenCommit[]
  readonly totals: Readonly<Record<WrittenCommit['status'], Count>>
  /** What a model was asked and paid for, all commits together. Absent: none was asked. */
  readonly usage?: WritingUsage
  /** About what asking a model about the commits that are `unasked` would take. Absent: none would be asked, or was. */
  readonly estimate?: WritingUsage
}

/** One commit, and what became of it. */
export interface WrittenCommit {
  readonly commit: CommitId
  /** The first line of the commit message. */
  readonly subject: string
  /**
   * `annotated`: there is an annotation, or more in it than before. `unchanged`: all of it was recorded already.
   * `nothing`: there was nothing worth recording. `skipped`: a rule says that such commits are not looked at.
   * `unasked`: a model would be asked, and was not, because this is a dry run or an estimate.
   */
  readonly status: 'annotated' | 'unchanged' | 'nothing' | 'skipped' | 'unasked' | 'failed'
  /** Why there is nothing, why it was skipped, or how it failed. */
  readonly reason?: string
  readonly regions: readonly RegionReceipt[]
  /** Cross-cutting concerns that were stored. */
  readonly cross_cutting: Count
  /** About what asking a model about this commit would take. */
  readonly estimate?: WritingUsage
  /** Why only a part of the commit was examined. What was found until then is stored. */
  readonly unfinished?: { readonly code: string; readonly message: string }
  readonly warnings: readonly Diagnostic[]
}

/** What requests to a model cost. */
export interface WritingUsage {
  readonly input_tokens: Count
  readonly output_tokens: Count
  /**
   * US dollars. Absent where the price of the model is not known.
   *
   * @minimum 0
   */
  readonly cost_usd?: number
}
