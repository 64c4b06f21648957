import { parseLineRange, type LineRange } from '@chronicle/schema'

/** A file or folder as it is named on a command line or in a tool call, perhaps with a unit or lines of it. */
export interface PlaceArgument {
  /** As it was written: relative or absolute, with `/` or `\`. */
  readonly path: string
  /** The unit in `path:unit`. */
  readonly anchor?: string
  /** The lines in `path:10` and `path:10-20`. */
  readonly lines?: LineRange
}

/** In `C:\a.ts` the colon belongs to the path. */
const DRIVE = /^[A-Za-z]:(?=[\\/])/u
const PART = /^([^:]+):{1,2}([^:].*)$/su

/**
 * Reads `path`, `path:unit`, `path::unit`, `path:10` and `path:10-20`. Every text gives some place. A file whose own
 * name has a colon reads as a unit of another, so callers look for the whole text as a file first.
 */
export function parsePlaceArgument(text: string): PlaceArgument {
  const [drive = ''] = DRIVE.exec(text) ?? []
  const [, path, part] = PART.exec(text.slice(drive.length)) ?? []
  if (path === undefined || part === undefined) return { path: text }
  const lines = /^\d+(?:-\d+)?$/u.test(part) ? parseLineRange(part).unwrapOr(undefined) : undefined
  return lines === undefined ? { path: drive + path, anchor: part } : { path: drive + path, lines }
}
