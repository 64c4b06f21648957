/**
 * Milliseconds that a response asks to wait: `retry-after-ms`, or `retry-after` in seconds or as a date. A date counts
 * from the `date` of the same response, whatever the clock here says. Undefined where nothing is asked that can be
 * understood.
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
