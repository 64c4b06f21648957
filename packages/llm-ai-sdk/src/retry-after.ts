/**
 * Returns the wait that a response asks for, in milliseconds: `retry-after-ms`, or `retry-after` in seconds or as a
 * date. A date is relative to the `date` of the same response, not to the local clock. Returns undefined if the headers
 * are absent or invalid.
 */
export function retryAfter(headers: Readonly<Record<string, string | undefined>>): number | undefined {
  const milliseconds = parseCount(headers['retry-after-ms'])
  if (milliseconds !== undefined) return milliseconds
  const seconds = parseCount(headers['retry-after'])
  if (seconds !== undefined) return seconds * 1000
  const wait = Date.parse(headers['retry-after'] ?? '') - Date.parse(headers['date'] ?? '')
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}

function parseCount(value: string | undefined): number | undefined {
  return value !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined
}
