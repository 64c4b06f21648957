import type { CommitId, MatchRule } from '@chronicle/schema'

/** A commit that replaced others. A split commit occurs in several matches. */
export interface Match {
  /** Oldest first. */
  readonly from: readonly CommitId[]
  readonly to: CommitId
  /** `copy`: one of several copies on separate branches; another one is the `amend`. */
  readonly operation: 'amend' | 'squash' | 'copy'
  readonly rule: MatchRule
  /** The evidence, one sentence each. */
  readonly why: readonly string[]
}

/** A commit with several possible successors, or with none that is certain. */
export interface AmbiguousMatch {
  readonly commit: CommitId
  readonly candidates: readonly { readonly commit: CommitId; readonly why: readonly string[] }[]
  /** Why no candidate was chosen. */
  readonly reason: string
}
