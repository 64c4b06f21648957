/** What a commit that changed the code says about why, found at the moment of the question. It is stored nowhere. */
export interface HistoryReason {
  /** Tells it from what is recorded. */
  readonly origin: 'history'
  readonly commit: string
  /** Committer time, RFC 3339. */
  readonly timestamp: string
  readonly author?: string
  /**
   * The subject of the commit, without the number of a pull request. Absent where it was withheld for a budget, or is
   * that of a newer commit.
   */
  readonly summary?: string
  /** What the commit is about, when that is more than the place asked for: the unit around it, its file, or a change of several places. */
  readonly about?: 'enclosing_unit' | 'file' | 'change'
  /** Files that the commit changed. Absent for a merge, and where that is not known. */
  readonly files_changed?: number
  /** In the author's order and words. Empty where the subject is all that the commit says. */
  readonly passages: readonly HistoryPassage[]
  /** The later commit that undid or mended this one. */
  readonly replaced_by?: ReplacedBy
}

/** One or more whole sentences. */
export interface HistoryPassage {
  readonly text: string
  /** It goes on in the paragraph of the passage before it, as far as that is shown. */
  readonly continues?: true
  /** `comment`: the commit wrote it in a comment that is not in the code any more. Absent: it is in the message. */
  readonly source?: 'comment'
}

/** A later commit that says what it does to an earlier one. */
export interface ReplacedBy {
  readonly commit: string
  readonly relation: 'reverts' | 'fixes'
}

/** How much of the history of a place an answer is made from. */
export interface PlaceHistoryStats {
  /** Commits that changed the place asked for. */
  readonly commits: number
  /** Those of them that say why, and on which nothing is recorded. */
  readonly speaking: number
  /** Those that were not looked at. Absent: none. */
  readonly unseen?: number
}
