import { ok, type Err, type Result } from '@chronicle/schema'
import { show } from '../request/parameter-kinds.ts'
import { sourceFailure, type SourceError } from '../source-error.ts'

/** A position in a selection: the number of whole lines before it, and of UTF-16 units before it in its own line. */
export interface Position {
  readonly skip: number
  readonly column: number
}

const CURSOR = /^c1\.(\d{1,10})\.(\d{1,9})\.([0-9a-f]{14})$/

/**
 * Formats a cursor: the position and a fingerprint of the selection, so that it cannot be used with another selection.
 */
export function writeCursor({ skip, column }: Position, fingerprint: string): string {
  return `c1.${skip}.${column}.${fingerprint}`
}

/** Parses the output of `writeCursor`. Fails with `INVALID_ARGS` or `stale_cursor`. */
export function readCursor(cursor: string, fingerprint: string): Result<Position, SourceError> {
  const [, skip, column, selection] = CURSOR.exec(cursor) ?? []
  if (selection === undefined) return refuseCursor(cursor)
  if (selection !== fingerprint) {
    const message =
      'The cursor is from another request, or what it was reading has changed since. Start over without cursor' +
      `${skip === '0' ? '' : `, or with offset=${String(Number(skip))} to go on at about the same place`}.`
    return sourceFailure('stale_cursor', message, { cursor, offset: Number(skip) })
  }
  return ok({ skip: Number(skip), column: Number(column) })
}

/** Returns the failure for a cursor that no read returned. */
export function refuseCursor(cursor: string): Err<never, SourceError> {
  const message = `cursor must be meta.next_cursor of a read; got ${show(cursor)}.`
  return sourceFailure('INVALID_ARGS', message, { problems: [{ param: 'cursor', message }] })
}
