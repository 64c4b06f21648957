import type { PlaceQuery } from '../place-query.ts'

/** The input of a history query. */
export interface HistoryQuery extends PlaceQuery {
  /** Maximum number of steps, newest first; default 10. */
  readonly limit?: number | undefined
  /** Whether to add regions that the steps link to elsewhere as separate steps; default no. */
  readonly followRelated?: boolean | undefined
}

/** Default maximum number of steps of a history. */
export const DEFAULT_HISTORY_LIMIT = 10
