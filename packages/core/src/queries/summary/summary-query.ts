import type { PlaceQuery } from '../place-query.ts'

/** The input of a summary: `file` may be a folder, and is `''` or `.` for the whole repository. */
export type SummaryQuery = PlaceQuery

/** Maximum number of files of a folder that are summarised, those annotated last. Further files are only counted. */
export const MAX_SUMMARY_FILES = 200

/** Maximum number of annotations to examine, newest first. */
export const MAX_SUMMARY_ANNOTATIONS = 5000
