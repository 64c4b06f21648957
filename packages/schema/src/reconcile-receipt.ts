import type { Diagnostic } from './coded-error.ts'
import type { CommitId, NotesRef } from './ids.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the receipt format. */
export const RECONCILE_RECEIPT_SCHEMA = 'chronicle-reconcile-receipt/v1'

/** What a match of an old commit and a new one rests on, strongest first. */
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
 * `commit_map`: a map of old and new commits, as `git filter-repo` leaves it, says so. `same_commit`: same change,
 * author and author time. `named`: the message of the new commit names the old one as its source. `trailer`: both have a
 * trailer that tools keep, such as `Change-Id`. `amended`: same author, author time and subject. `same_change`: same
 * change, and the author, author time or subject is the same. `same_time`: same author and author time, and most lines.
 * `squashed_range`: the change is that of several old commits together. `squashed_list`: the message lists the old
 * commit, and its lines are there. `fixup`: a `fixup!` of a commit that the new one took the place of. `same_lines`: the
 * lines that the old commit changed are changed there. `split`: several new commits change together what the old one did.
 */
export type MatchRule = (typeof MATCH_RULES)[number]

/** Which commits took the place of annotated ones, and what became of what is recorded on those. */
export interface ReconcileReceipt {
  readonly $schema: typeof RECONCILE_RECEIPT_SCHEMA
  readonly status: 'carried' | 'unchanged'
  /** Nothing was written: `status` says what would have happened. */
  readonly dry_run?: true
  readonly notes_ref: NotesRef
  /** Commits with something recorded on them that no branch, tag, remote-tracking branch or working tree reaches. */
  readonly lost: Count
  readonly matches: readonly ReconciledCommit[]
  /** Left alone, because it is not certain which commit took the place of each. */
  readonly ambiguous: readonly AmbiguousCommit[]
  /** Left alone, because nothing was found for them. */
  readonly unmatched: readonly UnmatchedCommit[]
  /** What was carried, but not as it should be, or stayed where it was though its successor is known. */
  readonly left: readonly LeftRegion[]
  readonly warnings: readonly Diagnostic[]
}

/** A commit that took the place of others. A commit that was split is in several of these. */
export interface ReconciledCommit {
  /** Oldest first. */
  readonly from: readonly CommitId[]
  readonly to: CommitId
  readonly rule: MatchRule
  /** Why, a phrase each. */
  readonly why: readonly string[]
  /** `unchanged`: the commit had all of it already. */
  readonly status: 'carried' | 'unchanged'
}

/** A commit whose successor may be any of several. */
export interface AmbiguousCommit {
  readonly commit: CommitId
  readonly subject?: string
  readonly reason: string
  readonly candidates: readonly { readonly commit: CommitId; readonly why: readonly string[] }[]
}

/** A commit without a known successor. What is recorded on it stays there. */
export interface UnmatchedCommit {
  readonly commit: CommitId
  /**
   * `no_successor`: no commit has its change, or was made from it. `removed`: the map of rewritten commits says that it was
   * taken out. `missing`: it is not in the repository, so that only its note is left. `history_incomplete`: the clone is
   * shallow, and the commit may be beyond its edge.
   */
  readonly reason: 'no_successor' | 'removed' | 'missing' | 'history_incomplete'
  /** The subject of the commit; where the commit is missing, the summary in its note. */
  readonly about?: string
}

/** Something that could not be carried as it should. */
export interface LeftRegion {
  readonly commit: CommitId
  readonly to: CommitId
  /**
   * `unreadable`: the note is no annotation, and the new commit has a note already. `code_gone`: the code of a region is
   * not in the new commit, and it was carried as it was. `target_missing`: the new commit is not in the repository.
   */
  readonly reason: 'unreadable' | 'code_gone' | 'target_missing'
  readonly file?: string
  readonly anchor?: string
  readonly intent?: string
}
