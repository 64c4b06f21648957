import { formatTimestamp } from '@chronicle/schema'

/** End of the year 9999, the maximum of RFC 3339. Commits can claim to be later. */
const LAST_SECOND = 253_402_300_799

/** Formats a time of a commit, in seconds, as RFC 3339; `undefined` for a time before 1970 or after 9999. */
export function commitTime(seconds: number | undefined): string | undefined {
  return seconds !== undefined && seconds >= 0 && seconds <= LAST_SECOND ? formatTimestamp(seconds * 1000) : undefined
}
