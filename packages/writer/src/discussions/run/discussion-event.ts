import type { Diagnostic } from '@chronicle/schema'
import type { DiscussionError, MergedChange } from '@chronicle/core/contracts'
import type { CommitReceipt, RunError } from '../../run/annotate-event.ts'
import type { LandedChange } from '../landing/land-change.ts'

/** What happens while discussions are imported, as it happens. */
export type DiscussionEvent =
  /** The changes were listed. `known`: so many were imported before, and nothing happened since. */
  | { readonly kind: 'listed'; readonly changes: number; readonly known: number }
  | { readonly kind: 'change'; readonly receipt: ChangeReceipt }
  /** Nothing more is done. Comes last, if it comes. */
  | { readonly kind: 'stopped'; readonly error: ImportError; readonly left: number }

/** Why an import, or one change of it, failed. */
export type ImportError = DiscussionError | RunError

/** What became of one change. */
export interface ChangeReceipt {
  readonly change: MergedChange
  /**
   * `annotated`: something is stored, or would be, on one of its commits. `unchanged`: all of it was recorded already.
   * `nothing`: no person gave a reason. `lost`: none of its commits is in the repository. `failed`: see `error`.
   */
  readonly status: 'annotated' | 'unchanged' | 'nothing' | 'lost' | 'failed'
  readonly reason?: string
  /** How it was merged. Absent: its commits were not found. */
  readonly how?: LandedChange['how']
  /** Its commits that something was said about, each with what became of it. */
  readonly commits: readonly CommitReceipt[]
  readonly threads: ThreadCounts
  readonly diagnostics: readonly Diagnostic[]
  readonly error?: ImportError
}

/** What became of the threads of a change. */
export interface ThreadCounts {
  readonly all: number
  /** A reason of theirs is quoted at their lines. */
  readonly quoted: number
  /** Nobody but programs said anything. */
  readonly program: number
  /** Nobody gave a reason. */
  readonly no_reason: number
  /** Nobody says whether the change did what was asked for. */
  readonly unsettled: number
  /** A reason is given, and its file or lines are not found in what was merged. */
  readonly unplaced: number
}
