import type { CommitId, MatchRule } from '@chronicle/schema'

/** A commit that took the place of others. A commit that was split is in several matches. */
export interface Match {
  /** Oldest first. */
  readonly from: readonly CommitId[]
  readonly to: CommitId
  /** `copy`: one of several copies on branches apart; another one is the `amend`. */
  readonly operation: 'amend' | 'squash' | 'copy'
  readonly rule: MatchRule
  /** Why, a sentence each. */
  readonly why: readonly string[]
}

/** A commit that several others, or none for certain, took the place of. */
export interface AmbiguousMatch {
  readonly commit: CommitId
  readonly candidates: readonly { readonly commit: CommitId; readonly why: readonly string[] }[]
  /** Why none of them was chosen. */
  readonly reason: string
}
