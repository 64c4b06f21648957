import { formatTimestamp } from '@chronicle/schema'

/** End of the year 9999: what RFC 3339 can say. Commits can claim to be from later. */
const LAST_SECOND = 253_402_300_799

/** A committer time, in seconds, as RFC 3339; `undefined` for one that is no time. */
export function commitTime(seconds: number | undefined): string | undefined {
  return seconds !== undefined && seconds >= 0 && seconds <= LAST_SECOND ? formatTimestamp(seconds * 1000) : undefined
}
