import type { PlaceQuery } from '../place-query.ts'

/** The input of a query for dependents. */
export interface DepsQuery extends PlaceQuery {
  /** Maximum number of dependents in the answer; default 50. */
  readonly maxResults?: number | undefined
  /** Maximum number of annotations to examine, newest first; default 500. */
  readonly scanLimit?: number | undefined
}

/** Default maximum number of dependents in an answer. */
export const DEFAULT_MAX_RESULTS = 50
