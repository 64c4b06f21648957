import type { Diagnostic } from '@chronicle/schema'
import type { DiscussionError, MergedChange } from '@chronicle/core/contracts'
import type { CommitReceipt, RunError } from '../../run/annotate-event.ts'
import type { LandedChange } from '../landing/land-change.ts'

/** An event during an import of discussions. */
export type DiscussionEvent =
  /** The changes were listed. `known`: number of changes that were imported before and have had no activity since. */
  | { readonly kind: 'listed'; readonly changes: number; readonly known: number }
  | { readonly kind: 'change'; readonly receipt: ChangeReceipt }
  /** The import stopped. Always the last event. */
  | { readonly kind: 'stopped'; readonly error: ImportError; readonly left: number }

/** Why an import, or one change in it, failed. */
export type ImportError = DiscussionError | RunError

/** The result of importing one change. */
export interface ChangeReceipt {
  readonly change: MergedChange
  /**
   * `annotated`: something was stored, or would be, on one of its commits. `unchanged`: everything was recorded
   * already. `nothing`: no person gave a reason. `lost`: none of its commits is in the repository. `failed`: see
   * `error`.
   */
  readonly status: 'annotated' | 'unchanged' | 'nothing' | 'lost' | 'failed'
  readonly reason?: string
  /** How it was merged. Absent if its commits were not found. */
  readonly how?: LandedChange['how']
  /** The commits with a discussion, and the result for each. */
  readonly commits: readonly CommitReceipt[]
  readonly threads: ThreadCounts
  readonly diagnostics: readonly Diagnostic[]
  readonly error?: ImportError
}

/** Number of threads of a change, by result. */
export interface ThreadCounts {
  readonly all: number
  /** Threads with a reason that is quoted at their lines. */
  readonly quoted: number
  /** Threads with remarks from programs only. */
  readonly program: number
  /** Threads without a reason. */
  readonly no_reason: number
  /** Threads in which nobody says whether the change did what was requested. */
  readonly unsettled: number
  /** Threads with a reason whose file or lines are not in the merged change. */
  readonly unplaced: number
}
