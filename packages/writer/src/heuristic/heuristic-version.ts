/** Raised when the writer finds more, so that commits in which an earlier version found nothing are examined again. */
export const HEURISTIC_VERSION = '25'
