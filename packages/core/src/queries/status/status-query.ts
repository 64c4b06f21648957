import type { ReadQuery } from '../../read/read-query.ts'

/** The input of a status query. */
export interface StatusQuery extends Pick<ReadQuery, 'format' | 'maxTokens' | 'remedies' | 'verbose'> {
  /** The revision whose history and files are examined; default `HEAD`. */
  readonly at?: string | undefined
}

/** Maximum number of annotations that are read to count their contents, newest first. */
export const MAX_STATUS_ANNOTATIONS = 2000
