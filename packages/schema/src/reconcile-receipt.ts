import type { Diagnostic } from './coded-error.ts'
import type { CommitId, NotesRef } from './ids.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the receipt format. */
export const RECONCILE_RECEIPT_SCHEMA = 'chronicle-reconcile-receipt/v1'

/** The rules by which an old commit is matched with a new one, strongest first. */
export const MATCH_RULES = [
  'commit_map',
  'same_commit',
  'named',
  'trailer',
  'amended',
  'same_change',
  'squashed_range',
  'squashed_list',
  'fixup',
  'same_time',
  'same_lines',
  'split',
] as const

/**
 * `commit_map`: a map of old and new commits, as `git filter-repo` leaves it, pairs them. `same_commit`: same change,
 * author and author time. `named`: the message of the new commit names the old one as its source. `trailer`: both have
 * a trailer that tools preserve, such as `Change-Id`. `amended`: same author, author time and subject. `same_change`:
 * same change, and the same author, author time or subject. `same_time`: same author and author time, and most lines.
 * `squashed_range`: the change is that of several old commits together. `squashed_list`: the message lists the old
 * commit, and the new commit has its lines. `fixup`: a `fixup!` of a commit that the new one replaced. `same_lines`:
 * the new commit changes the lines that the old one changed. `split`: several new commits together change what the old
 * one did.
 */
export type MatchRule = (typeof MATCH_RULES)[number]

/** The commits that replaced annotated ones, and what happened to the annotations. */
export interface ReconcileReceipt {
  readonly $schema: typeof RECONCILE_RECEIPT_SCHEMA
  readonly status: 'carried' | 'unchanged'
  /** Present for a dry run, which wrote nothing; `status` then says what would have happened. */
  readonly dry_run?: true
  readonly notes_ref: NotesRef
  /** Number of annotated commits that no branch, tag, remote-tracking branch or working tree reaches. */
  readonly lost: Count
  readonly matches: readonly ReconciledCommit[]
  /** Skipped commits, each with several possible successors. */
  readonly ambiguous: readonly AmbiguousCommit[]
  /** Skipped commits for which no successor was found. */
  readonly unmatched: readonly UnmatchedCommit[]
  /** Notes and regions that were carried imperfectly, or not carried although the successor is known. */
  readonly left: readonly LeftRegion[]
  readonly warnings: readonly Diagnostic[]
}

/** A commit that replaces others. A commit that was split is in several of these. */
export interface ReconciledCommit {
  /** The replaced commits, oldest first. */
  readonly from: readonly CommitId[]
  readonly to: CommitId
  readonly rule: MatchRule
  /** The reasons for the match, one phrase each. */
  readonly why: readonly string[]
  /** `unchanged`: the new commit already had everything. */
  readonly status: 'carried' | 'unchanged'
}

/** A commit with several possible successors. */
export interface AmbiguousCommit {
  readonly commit: CommitId
  readonly subject?: string
  readonly reason: string
  readonly candidates: readonly { readonly commit: CommitId; readonly why: readonly string[] }[]
}

/** A commit without a known successor. Its annotation stays where it is. */
export interface UnmatchedCommit {
  readonly commit: CommitId
  /**
   * `no_successor`: no commit was recognised as its successor, though an older one, or one by somebody else, may have
   * the same change. `removed`: the map of rewritten commits says that it was removed. `missing`: it is not in the
   * repository, so that only its note is left. `history_incomplete`: the clone is shallow, and the commit may be older
   * than its history.
   */
  readonly reason: 'no_successor' | 'removed' | 'missing' | 'history_incomplete'
  /** The subject of the commit. If the commit is missing, the summary in its note. */
  readonly about?: string
}

/** A note or region that could not be carried properly. */
export interface LeftRegion {
  readonly commit: CommitId
  readonly to: CommitId
  /**
   * `unreadable`: the note is not an annotation, and the new commit already has a note. `code_gone`: the code of a
   * region is not in the new commit, and the region was carried unchanged. `target_missing`: the new commit is not in
   * the repository. `scrubbed`: the annotation of the new commit was scrubbed, and nothing more is carried to it.
   */
  readonly reason: 'unreadable' | 'code_gone' | 'target_missing' | 'scrubbed'
  readonly file?: string
  readonly anchor?: string
  readonly intent?: string
}
