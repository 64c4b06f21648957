import type { Count } from './limited-types.ts'

/**
 * What a commit that changed the code says about the reasons. It is found at the time of the query and never stored.
 */
export interface HistoryReason {
  /** It was found at the time of the query and is never stored. */
  readonly origin: 'history'
  readonly commit: string
  /** Committer time, RFC 3339. */
  readonly timestamp: string
  readonly author?: string
  /**
   * The subject of the commit, without a pull request number. Absent if it was withheld for a budget, or if a newer
   * commit has the same.
   */
  readonly summary?: string
  /**
   * What the commit is about, if that is more than the requested place: the enclosing unit, its file, or a change of
   * several places.
   */
  readonly about?: 'enclosing_unit' | 'file' | 'change'
  /** Number of files that the commit changed. Absent for a merge, and if unknown. */
  readonly files_changed?: Count
  /** Those in the requested folder, in byte order. Absent if unknown, more than three, or no folder was requested. */
  readonly files?: readonly string[]
  /** In the author's order and words. Empty if the commit says nothing but its subject. */
  readonly passages: readonly HistoryPassage[]
  /** The later commit that reverted or fixed this one. */
  readonly replaced_by?: ReplacedBy
  /** The earlier commits that this one reverts, as far as its message gives their ids. */
  readonly reverts?: readonly RevertedCommit[]
}

/** An earlier commit that a commit reverts. */
export interface RevertedCommit {
  /** The id as in the message. */
  readonly commit: string
  /** Absent if unknown, or if the reason quotes it. */
  readonly subject?: string
}

/** One or more whole sentences by the author of a commit. */
export interface HistoryPassage {
  /** The sentences, verbatim. */
  readonly text: string
  /**
   * Present if the passage continues the paragraph of the previous passage, as far as that is shown; for the first
   * passage, the sentence of the subject.
   */
  readonly continues?: true
  /** `comment`: from a comment that the commit added and that no longer exists. Absent: from the message. */
  readonly source?: 'comment'
}

/** A later commit that states its effect on an earlier one. */
export interface ReplacedBy {
  readonly commit: string
  readonly relation: 'reverts' | 'fixes'
}

/** How much of the history of a place an answer is based on. */
export interface PlaceHistoryStats {
  /** Number of commits that changed the requested place. */
  readonly commits: Count
  /** Number of them that give reasons themselves, apart from their annotations. */
  readonly speaking: Count
  /** Number of commits that were not examined. Absent if none, or if not counted. */
  readonly unseen?: Count
  /** Present if only the newest commits were examined and the number of older ones is unknown. */
  readonly newest_only?: true
}
