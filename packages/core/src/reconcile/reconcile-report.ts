import type { UnmatchedCommit } from '@chronicle/schema'
import type { GitError } from '../contracts/git-backend.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { CarryError, LeftBehind } from '../rewrites/index.ts'
import type { CommitMap } from './commit-map.ts'
import type { AmbiguousMatch, Match } from './match.ts'

/** How rewritten commits are reconciled. */
export interface ReconcileOptions extends CallOptions {
  /** Work everything out, write nothing. */
  readonly dryRun?: boolean
  /**
   * A branch that was merged by other means and is still there: its commits that `HEAD` does not reach count as
   * rewritten, unless something else reaches them.
   */
  readonly branch?: string
  /** New commits by the old ones, from the tool that rewrote the history. */
  readonly commitMap?: CommitMap
}

/** A successor, and what became of the annotations of the commits that it took the place of. */
export interface ReconciledMatch extends Match {
  /** `carried`: it has what was recorded now; in a dry run, it would. `unchanged`: it had all of it. */
  readonly status: 'carried' | 'unchanged'
}

/** What reconciling came to. */
export interface ReconcileReport {
  /** Commits with something recorded on them that no branch, tag, remote-tracking branch or working tree reaches. */
  readonly lost: number
  readonly matches: readonly ReconciledMatch[]
  readonly ambiguous: readonly AmbiguousMatch[]
  readonly unmatched: readonly UnmatchedCommit[]
  /** What could not be carried as it should. */
  readonly left: readonly LeftBehind[]
  readonly shallow: boolean
}

/** Annotated commits that were rewritten, picked or squashed. */
export interface RewrittenCommits {
  /** Those whose successors are known, and have not got what was recorded. `reconcile` carries it. */
  readonly waiting: number
  /** Those that are on another branch, whose change `HEAD` has as well, without what was recorded. It carries that, too. */
  readonly copied: number
  readonly ambiguous: number
  readonly unmatched: number
  readonly missing: number
}

/** Why rewritten commits could not be reconciled. */
export type ReconcileError = CarryError | GitError
