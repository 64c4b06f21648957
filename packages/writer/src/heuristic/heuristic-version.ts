/** Raised when the writer finds more: commits in which an earlier version found nothing are looked at again. */
export const HEURISTIC_VERSION = '16'
