import type { RegionReceipt } from './annotate-receipt.ts'
import type { Diagnostic } from './coded-error.ts'
import type { CommitId, NotesRef } from './ids.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the receipt format. */
export const WRITING_RECEIPT_SCHEMA = 'chronicle-writing-receipt/v1'

/** The annotations that a writer made of commits. */
export interface WritingReceipt {
  readonly $schema: typeof WRITING_RECEIPT_SCHEMA
  /** Present for a dry run or an estimate, which wrote nothing; each `status` then says what would have happened. */
  readonly dry_run?: true
  /**
   * Present when the work continues in the background, so that there are no results yet. Failures are written to
   * `failed_log`.
   */
  readonly background?: { readonly failed_log: string }
  readonly writer: string
  readonly notes_ref: NotesRef
  /** The commits, in the order of processing. */
  readonly commits: readonly WrittenCommit[]
  readonly totals: Readonly<Record<WrittenCommit['status'], Count>>
  /** The usage of the model over all commits. Absent when no model was asked. */
  readonly usage?: WritingUsage
  /** Estimated usage of a model for the commits that are `unasked`. Absent when a model was asked, or would not be. */
  readonly estimate?: WritingUsage
}

/** One commit and its outcome. */
export interface WrittenCommit {
  readonly commit: CommitId
  /** The first line of the commit message. Empty if the commit was skipped without being read. */
  readonly subject: string
  /**
   * `annotated`: the annotation is new or has more content than before. `unchanged`: everything was already recorded.
   * `nothing`: there was nothing worth recording. `skipped`: a rule excludes such commits. `unasked`: a model would be
   * asked, but was not, because this is a dry run or an estimate.
   */
  readonly status: 'annotated' | 'unchanged' | 'nothing' | 'skipped' | 'unasked' | 'failed'
  /** Why there was nothing to record, why the commit was skipped, or how it failed. */
  readonly reason?: string
  readonly regions: readonly RegionReceipt[]
  /** Number of cross-cutting entries stored. */
  readonly cross_cutting: Count
  /** Estimated usage of a model for this commit. */
  readonly estimate?: WritingUsage
  /** Why only part of the commit was examined. The results up to then are stored. */
  readonly unfinished?: { readonly code: string; readonly message: string }
  readonly warnings: readonly Diagnostic[]
}

/** Usage and cost of requests to a model. */
export interface WritingUsage {
  readonly input_tokens: Count
  readonly output_tokens: Count
  /**
   * Cost in US dollars. Absent if the price of the model is unknown.
   *
   * @minimum 0
   */
  readonly cost_usd?: number
}
