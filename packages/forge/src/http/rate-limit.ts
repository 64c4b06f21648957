/** Added to the stated end of a rate limit, in milliseconds: clocks differ, and hosts round down. */
const MARGIN = 1000
/** Maximum number of milliseconds of a wait: a year. The end of a longer one may be no date. */
const MAX_WAIT = 365 * 24 * 60 * 60 * 1000

/**
 * Returns the wait that a host asks for, in milliseconds: from `retry-after` in seconds or as a date, or else from the
 * reset time (`x-ratelimit-reset` of GitHub, `ratelimit-reset` of GitLab, in seconds since the epoch).
 */
export function requestedWait(headers: Headers, now: number): number | undefined {
  const wait = statedWait(headers, now)
  return wait && Math.min(wait, MAX_WAIT)
}

function statedWait(headers: Headers, now: number): number | undefined {
  const after = headers.get('retry-after') ?? ''
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(after)) return Number(after) * 1000
  const date = Date.parse(after)
  if (!Number.isNaN(date)) return Math.max(0, date - now) + MARGIN
  const reset = Number(headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset') ?? Number.NaN)
  return Number.isFinite(reset) && reset > 0 ? Math.max(0, reset * 1000 - now) + MARGIN : undefined
}

/** Returns whether a refused request hit a rate limit: GitHub also uses the status "forbidden" for that. */
export function isRateLimited(headers: Headers, message: string): boolean {
  return (
    headers.has('retry-after') ||
    headers.get('x-ratelimit-remaining') === '0' ||
    /\b(?:rate limit|abuse detection)\b/i.test(message)
  )
}
