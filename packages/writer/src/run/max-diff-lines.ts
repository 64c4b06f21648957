/** Default maximum number of changed lines; commits with more are skipped. */
export const DEFAULT_MAX_DIFF_LINES = 2000
