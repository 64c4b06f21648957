import type { ReadQuery } from '../../read/read-query.ts'

/** Which annotated commits to list. */
export interface LogQuery extends Pick<ReadQuery, 'format' | 'maxTokens' | 'remedies' | 'verbose'> {
  /** A revision, whose history is meant; `A..B`, what `B` has and `A` has not; `A...B`, what one of them has alone. Default `HEAD`. */
  readonly range?: string
  /** Only what is recorded about these files, and below these folders; under every name that they have had. */
  readonly paths?: readonly string[]
  /** The last commit of the page before this one. */
  readonly before?: string
  /** An ISO 8601 date, or a revision whose time is meant: only commits made then or later. */
  readonly since?: string
  /** Most commits. Default 20. */
  readonly limit?: number
}

/** Most commits in an answer. */
export const DEFAULT_LOG_LIMIT = 20
