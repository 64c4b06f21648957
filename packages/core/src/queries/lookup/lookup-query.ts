import type { PlaceQuery } from '../place-query.ts'

/** What to know before touching a place. */
export type LookupQuery = PlaceQuery

/** Most steps of history in a lookup. */
export const LOOKUP_HISTORY_STEPS = 5
