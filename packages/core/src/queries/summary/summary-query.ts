import type { PlaceQuery } from '../place-query.ts'

/** What to give an overview of: `file` may be a folder, and is `''` or `.` for the whole repository. */
export type SummaryQuery = PlaceQuery

/** Files of a folder that are summarised: those annotated last. More of them are counted. */
export const MAX_SUMMARY_FILES = 200

/** Newest annotations that are looked at. */
export const MAX_SUMMARY_ANNOTATIONS = 5000
