import type { PlaceQuery } from '../place-query.ts'

/** What to find the dependents of. */
export interface DepsQuery extends PlaceQuery {
  /** Most dependents in the answer; default 50. */
  readonly maxResults?: number
  /** Newest annotations looked at; default 500. */
  readonly scanLimit?: number
}

/** Most dependents in an answer. */
export const DEFAULT_MAX_RESULTS = 50
