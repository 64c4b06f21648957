import type { PlaceQuery } from '../place-query.ts'

/** What to tell the history of. */
export interface HistoryQuery extends PlaceQuery {
  /** Most steps, the newest; default 10. */
  readonly limit?: number
  /** Add what the steps link to elsewhere as steps of its own; default no. */
  readonly followRelated?: boolean
}

/** Most steps of a history. */
export const DEFAULT_HISTORY_LIMIT = 10
