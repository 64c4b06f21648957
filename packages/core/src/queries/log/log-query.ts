import type { ReadQuery } from '../../read/read-query.ts'

/** The annotated commits to list. */
export interface LogQuery extends Pick<ReadQuery, 'format' | 'maxTokens' | 'remedies' | 'verbose'> {
  /**
   * A revision, meaning its history; `A..B`, the commits that `B` has and `A` lacks; `A...B`, the commits that only one
   * of them has. Default `HEAD`.
   */
  readonly range?: string | undefined
  /** Only annotations about these files and about files below these folders, under any name they have had. */
  readonly paths?: readonly string[] | undefined
  /** The last commit of the previous page. */
  readonly before?: string | undefined
  /** An ISO 8601 date, or a revision whose time is used: only commits made at that time or later. */
  readonly since?: string | undefined
  /** Maximum number of commits. Default 20. */
  readonly limit?: number | undefined
}

/** Default maximum number of commits in an answer. */
export const DEFAULT_LOG_LIMIT = 20
