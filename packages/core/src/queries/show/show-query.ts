import type { ReadQuery } from '../../read/read-query.ts'

/** The annotation to show. */
export interface ShowQuery extends Pick<ReadQuery, 'format' | 'maxTokens' | 'remedies' | 'verbose'> {
  /** A revision, or the beginning of the id of an annotated commit that no longer exists. Default `HEAD`. */
  readonly revision?: string | undefined
  /**
   * State in which the code of its regions is located: `WORKTREE` (the default if there is a working tree), `INDEX`, or
   * any revision.
   */
  readonly at?: string | undefined
}
