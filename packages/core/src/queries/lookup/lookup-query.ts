import type { PlaceQuery } from '../place-query.ts'

/** The input of a lookup: the place that is about to be changed. */
export type LookupQuery = PlaceQuery

/** Maximum number of history steps in a lookup. */
export const LOOKUP_HISTORY_STEPS = 5
