import type { ReadQuery } from '../../read/read-query.ts'

/** What to give an account of. */
export interface StatusQuery extends Pick<ReadQuery, 'format' | 'maxTokens' | 'remedies' | 'verbose'> {
  /** The revision whose history and files are looked at; default `HEAD`. */
  readonly at?: string
}

/** Newest annotations that are read to count what they say. */
export const MAX_STATUS_ANNOTATIONS = 2000
