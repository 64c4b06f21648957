import type { AnnotateError } from '@chronicle/core/annotate'
import type { FoundSecret, GitError, ModelUsage } from '@chronicle/core/contracts'
import type { CommitId, Diagnostic, Region } from '@chronicle/schema'
import type { WriterError } from '../annotation-writer.ts'

/** What happens while commits are annotated, as it happens. */
export type AnnotateEvent =
  | { readonly kind: 'commit'; readonly receipt: CommitReceipt }
  /** Annotations were stored, all in one commit of the notes ref. Their receipts follow. */
  | { readonly kind: 'stored'; readonly commits: readonly CommitId[] }
  /** Nothing more is done: the same would happen to every commit that is left. Comes last, if it comes. */
  | {
      readonly kind: 'stopped'
      readonly error: RunError
      readonly left: number
      /** Paid for commits that were given up, which are among those left. */
      readonly usage?: ModelUsage
    }

/** Why a commit, or a run, failed. */
export type RunError = WriterError | AnnotateError | GitError

/** What became of one commit. */
export interface CommitReceipt {
  readonly commit: CommitId
  /** The first line of the message; empty where the commit was not read. */
  readonly subject: string
  /**
   * `annotated`: stored, or would be. `nothing`: looked at, and there is nothing to say. `skipped`: not looked at.
   * `unasked`: a model would be asked, see `estimate`. `failed`: see `error`.
   */
  readonly status: 'annotated' | 'nothing' | 'skipped' | 'unasked' | 'failed'
  /** Why it was skipped or there is nothing to say, in a sentence. */
  readonly reason?: string
  /** What became of the note. `unchanged`: it said all of this already. */
  readonly note?: 'created' | 'merged' | 'unchanged'
  /** Of this annotation, as stored. */
  readonly regions: readonly Region[]
  /** How many cross-cutting concerns this annotation has. */
  readonly crossCutting: number
  /** Taken out before anything was stored. */
  readonly secrets: readonly FoundSecret[]
  readonly diagnostics: readonly Diagnostic[]
  /** Absent: no model was asked. */
  readonly usage?: ModelUsage
  /** About what it would take to ask. */
  readonly estimate?: ModelUsage
  /** Why only a part of the commit was examined; what was found until then is stored. */
  readonly unfinished?: RunError
  readonly error?: RunError
}
