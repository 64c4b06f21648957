/** More changed lines than these are skipped. */
export const DEFAULT_MAX_DIFF_LINES = 2000
