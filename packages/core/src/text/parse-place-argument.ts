import { err, ok, parseLineRange, type CodedError, type LineRange, type Result } from '@chronicle/schema'

/** One interpretation of an argument that names a place. */
export interface PlaceReading {
  /** The path as written: relative or absolute, with `/` or `\`. */
  readonly path: string
  /** The text after the path and its colon, for `parsePlacePart`. Empty for the file or folder itself. */
  readonly part: string
}

/** A unit or lines of a file; at most one of them. */
export interface PlacePart {
  readonly anchor?: string
  readonly lines?: LineRange
}

/** In `C:\a.ts` and `file:///a.ts` the colon belongs to the path. */
const DRIVE_OR_SCHEME = /^(?:[A-Za-z]:[\\/]|file:\/\/)/u

/** `3-4,7`, `1,5,9`: several ranges, which cannot be the name of a unit. */
const SEVERAL_RANGES = /^\d+(?:-\d+)?(?:,\s*\d+(?:-\d+)?)+$/u
/** `10-` */
const OPEN_RANGE = /^\d+-$/u

/**
 * `L10`, `L10-L20`, `L10C5-L20C9`: lines as GitHub writes them after `#`, in links that people and agents paste.
 * https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/creating-a-permanent-link-to-a-code-snippet
 */
const FRAGMENT_LINES = /^L(\d+)(?:C\d+)?(?:-L?(\d+)(?:C\d+)?)?$/u

/**
 * Returns the interpretations of `path`, `path:unit`, `path::unit`, `path:10`, `path:10-20`, `path#unit` and
 * `path#L10-L20`, longest path first, so that the whole text as a path is the first. Paths and units may contain
 * colons, so use the first interpretation whose path exists; if none exists, the last is the most likely.
 */
export function placeReadings(text: string): readonly [PlaceReading, ...PlaceReading[]] {
  const [scheme] = DRIVE_OR_SCHEME.exec(text) ?? ['']
  const splits = [...text.matchAll(/:{1,2}|(?<=[^/\\])#(?=[^/\\]+$)/gu)]
    .filter(({ index }) => index >= Math.max(scheme.length, 1))
    .map(({ 0: mark, index }) => {
      const part = text.slice(index + mark.length)
      return { path: text.slice(0, index), part: mark === '#' ? part.replace(FRAGMENT_LINES, linesOfFragment) : part }
    })
  return [{ path: text, part: '' }, ...splits.reverse()]
}

function linesOfFragment(_: string, start: string, end: string | undefined): string {
  return end === undefined ? start : `${start}-${end}`
}

/**
 * Parses the text after a path: the name of a unit, one line or a line range. A trailing colon is ignored, because
 * `grep -n` prints one after the line. Fails with `invalid_line_range` for invalid line numbers and for several ranges.
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
  const lines = /^L\d+-L?\d+$/u.test(text) ? text.replaceAll('L', '') : text
  if (/^\d+(?:[-,]\d+)?$/u.test(lines)) return parseLineRange(lines).map((range) => ({ lines: range }))
  const problem = SEVERAL_RANGES.test(text) ? 'names several ranges' : OPEN_RANGE.test(text) ? 'has no end' : undefined
  if (problem === undefined) return ok({ anchor: text })
  const message =
    `Not a range of lines: '${text}' ${problem}. ` +
    'After the path, write :10 for one line, :10-20 for lines, and ask for each range by itself.'
  return err({ code: 'invalid_line_range', message, data: { text } })
}
