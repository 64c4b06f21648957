import type { AnnotateError } from '@chronicle/core/annotate'
import type { FoundSecret, GitError, ModelUsage } from '@chronicle/core/contracts'
import type { CommitId, Diagnostic, Region } from '@chronicle/schema'
import type { WriterError } from '../annotation-writer.ts'

/** An event while commits are annotated. */
export type AnnotateEvent =
  | { readonly kind: 'commit'; readonly receipt: CommitReceipt }
  /** Annotations were stored, in one commit of the notes ref. Their receipts follow. */
  | { readonly kind: 'stored'; readonly commits: readonly CommitId[] }
  /** The run stopped, because every remaining commit would fail in the same way. Always the last event. */
  | {
      readonly kind: 'stopped'
      readonly error: RunError
      readonly left: number
      /** Usage for aborted commits, which are among the remaining ones. */
      readonly usage?: ModelUsage
    }

/** Why a commit, or a run, failed. */
export type RunError = WriterError | AnnotateError | GitError

/** The result of annotating one commit. */
export interface CommitReceipt {
  readonly commit: CommitId
  /** The first line of the message; empty if the commit was not read. */
  readonly subject: string
  /**
   * `annotated`: stored, or would be. `nothing`: examined, with nothing to record. `skipped`: not examined. `unasked`:
   * a model would be called, see `estimate`. `failed`: see `error`.
   */
  readonly status: 'annotated' | 'nothing' | 'skipped' | 'unasked' | 'failed'
  /** Why it was skipped or has nothing to record, as a sentence. */
  readonly reason?: string
  /** The outcome for the note. `unchanged`: it already contained all of this. */
  readonly note?: 'created' | 'merged' | 'unchanged'
  /** The regions of this annotation, as stored. */
  readonly regions: readonly Region[]
  /** Number of cross-cutting concerns in this annotation. */
  readonly crossCutting: number
  /** Secrets that were removed before anything was stored. */
  readonly secrets: readonly FoundSecret[]
  readonly diagnostics: readonly Diagnostic[]
  /** Absent if no model was called. */
  readonly usage?: ModelUsage
  /** Estimated usage of calling a model. */
  readonly estimate?: ModelUsage
  /** Why only part of the commit was examined. What was found until then is stored. */
  readonly unfinished?: RunError
  readonly error?: RunError
}
