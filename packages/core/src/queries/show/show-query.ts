import type { ReadQuery } from '../../read/read-query.ts'

/** Which annotation to show. */
export interface ShowQuery extends Pick<ReadQuery, 'format' | 'maxTokens' | 'remedies' | 'verbose'> {
  /** A revision, or the beginning of the id of an annotated commit that is gone. Default `HEAD`. */
  readonly revision?: string
  /** Where to look for the code of its regions: `WORKTREE` (the default where there is one), `INDEX`, or any revision. */
  readonly at?: string
}
