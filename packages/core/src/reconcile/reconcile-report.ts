import type { UnmatchedCommit } from '@chronicle/schema'
import type { GitError } from '../contracts/git-backend.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { CarryError, LeftBehind } from '../rewrites/index.ts'
import type { CommitMap } from './commit-map.ts'
import type { AmbiguousMatch, Match } from './match.ts'

/** Options of reconciling. */
export interface ReconcileOptions extends CallOptions {
  /** Whether to compute everything but write nothing. */
  readonly dryRun?: boolean | undefined
  /**
   * A branch that was merged by other means and still exists: its commits that `HEAD` does not reach count as
   * rewritten, unless something else reaches them.
   */
  readonly branch?: string | undefined
  /**
   * Whether to copy the annotations of commits that are still on another branch to commits of `HEAD` with the same
   * change. Default `true`, without `branch`.
   */
  readonly copies?: boolean | undefined
  /** New commits by old ones, from the tool that rewrote the history. */
  readonly commitMap?: CommitMap | undefined
}

/** A successor, and the outcome for the annotations of the commits it replaced. */
export interface ReconciledMatch extends Match {
  /** `carried`: the annotations were copied, or would be in a dry run. `unchanged`: it had all of them. */
  readonly status: 'carried' | 'unchanged'
}

/** The result of reconciling. */
export interface ReconcileReport {
  /** Number of commits with notes that no branch, tag, remote-tracking branch or working tree reaches. */
  readonly lost: number
  readonly matches: readonly ReconciledMatch[]
  readonly ambiguous: readonly AmbiguousMatch[]
  readonly unmatched: readonly UnmatchedCommit[]
  /** Annotations that could not be carried properly. */
  readonly left: readonly LeftBehind[]
  readonly shallow: boolean
}

/** Numbers of annotated commits that were rewritten, picked or squashed. */
export interface RewrittenCommits {
  /** Rewritten commits whose successors are known but lack the annotations. `reconcile` copies them over. */
  readonly waiting: number
  /**
   * Commits of another branch whose change `HEAD` has too, but without the annotations. `reconcile` copies these over
   * as well.
   */
  readonly copied: number
  readonly ambiguous: number
  readonly unmatched: number
  readonly missing: number
}

/** Why reconciling failed. */
export type ReconcileError = CarryError | GitError
