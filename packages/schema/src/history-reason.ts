import type { Count } from './limited-types.ts'

/** What a commit that changed the code says about why, found at the moment of the question. It is stored nowhere. */
export interface HistoryReason {
  /** It was found at the moment of the question, and is stored nowhere. */
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
  readonly files_changed?: Count
  /** Those of them that lie in the folder asked for, in byte order, three at the most. Absent where no folder was asked for. */
  readonly files?: readonly string[]
  /** In the author's order and words. Empty where the subject is all that the commit says. */
  readonly passages: readonly HistoryPassage[]
  /** The later commit that undid or fixed this one. */
  readonly replaced_by?: ReplacedBy
}

/** One or more whole sentences of the author of a commit. */
export interface HistoryPassage {
  /** The sentences, word for word. */
  readonly text: string
  /** It goes on in the paragraph of the passage before it, as far as that is shown; the first passage, in the sentence of the subject. */
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
  readonly commits: Count
  /** Those of them that say why, beside what is recorded on them. */
  readonly speaking: Count
  /** Those that were not looked at. Absent: none, or not counted. */
  readonly unseen?: Count
  /** Only the newest commits were looked at; how many are older is not known. */
  readonly newest_only?: true
}
