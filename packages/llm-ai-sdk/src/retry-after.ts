/**
 * Milliseconds that a response asks to wait: `retry-after-ms`, or `retry-after` in seconds or as a date. Undefined
 * where it asks nothing that can be understood.
 */
export function retryAfter(headers: Readonly<Record<string, string | undefined>>, now: number): number | undefined {
  const milliseconds = parseCount(headers['retry-after-ms'])
  if (milliseconds !== undefined) return milliseconds
  const value = headers['retry-after']
  const seconds = parseCount(value)
  if (seconds !== undefined) return seconds * 1000
  const date = value === undefined ? NaN : Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function parseCount(value: string | undefined): number | undefined {
  return value !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined
}
