const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/

/** Parses an RFC 3339 time to milliseconds since the epoch. Returns `undefined` when `text` is not one. */
export function parseTimestamp(text: string): number | undefined {
  const match = RFC3339.exec(text)
  if (match === null) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const offset = match[8] === undefined ? 0 : (Number(match[9]) * 60 + Number(match[10])) * (match[8] === '-' ? -1 : 1)
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 60) return undefined
  if (Number(match[9] ?? 0) > 23 || Number(match[10] ?? 0) > 59) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCDate() !== day) return undefined
  date.setUTCHours(hour, minute - offset, second, Number(`0.${match[7] ?? '0'}`) * 1000)
  return date.getTime()
}

/** Formats milliseconds since the epoch, within the years 0 to 9999, as an RFC 3339 time in UTC with whole seconds. */
export function formatTimestamp(milliseconds: number): string {
  const date = new Date(milliseconds)
  // eslint-disable-next-line no-restricted-syntax -- as the next line would, without saying what is wrong
  if (Number.isNaN(date.getTime())) throw new RangeError(`${String(milliseconds)} is no time. Check the clock`)
  return `${date.toISOString().slice(0, 19)}Z`
}
