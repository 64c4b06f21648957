import { err, ok, parseLineRange, type CodedError, type LineRange, type Result } from '@chronicle/schema'

/** One way to understand an argument that names a place. */
export interface PlaceReading {
  /** As it was written: relative or absolute, with `/` or `\`. */
  readonly path: string
  /** What follows the path and its colon, for `parsePlacePart`. Empty: the file or folder itself. */
  readonly part: string
}

/** A unit or lines of a file; at most one of the two. */
export interface PlacePart {
  readonly anchor?: string
  readonly lines?: LineRange
}

/** In `C:\a.ts` the colon belongs to the path. */
const DRIVE = /^[A-Za-z]:[\\/]/u

/** `3-4,7`, `1,5,9`: no unit has such a name. */
const SEVERAL_RANGES = /^\d+(?:-\d+)?(?:,\s*\d+(?:-\d+)?)+$/u
/** `10-` */
const OPEN_RANGE = /^\d+-$/u

/**
 * Returns the ways to understand `path`, `path:unit`, `path::unit`, `path:10` and `path:10-20`, the longest path first,
 * so that the whole text as a path is the first. Paths and units may have colons in them, so take the first reading
 * whose path exists; where none does, the last is the likeliest.
 */
export function placeReadings(text: string): readonly [PlaceReading, ...PlaceReading[]] {
  const start = DRIVE.test(text) ? 2 : 1
  const splits = [...text.matchAll(/:{1,2}/gu)]
    .filter(({ index }) => index >= start)
    .map(({ 0: colons, index }) => ({ path: text.slice(0, index), part: text.slice(index + colons.length) }))
  return [{ path: text, part: '' }, ...splits.reverse()]
}

/**
 * Parses what follows a path: the name of a unit, one line or lines. A colon at the end is left out, because `grep -n`
 * prints one after the line. Fails with `invalid_line_range` for numbers that are no lines, or several ranges of them.
 */
export function parsePlacePart(part: string): Result<PlacePart, CodedError<'invalid_line_range'>> {
  const text = part.replace(/:$/u, '').trim()
  if (text === '') return ok({})
  const position = /^(\d{1,10}):(\d{1,10})$/u.exec(text)
  if (position !== null) {
    const [, start = '', end = ''] = position
    const message =
      `'${text}' may be lines, or a line and a column. ` +
      `After the path, write :${start} for one line, :${start}-${end} for lines.`
    return err({ code: 'invalid_line_range', message, data: { text } })
  }
  if (/^\d+(?:[-,]\d+)?$/u.test(text)) return parseLineRange(text).map((lines) => ({ lines }))
  const problem = SEVERAL_RANGES.test(text) ? 'names several ranges' : OPEN_RANGE.test(text) ? 'has no end' : undefined
  if (problem === undefined) return ok({ anchor: text })
  const message =
    `Not a range of lines: '${text}' ${problem}. ` +
    'After the path, write :10 for one line, :10-20 for lines, and ask for each range by itself.'
  return err({ code: 'invalid_line_range', message, data: { text } })
}
