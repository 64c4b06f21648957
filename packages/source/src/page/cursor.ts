import { ok, type Err, type Result } from '@chronicle/schema'
import { show } from '../request/parameter-kinds.ts'
import { failed, type SourceError } from '../source-error.ts'

/** A place in a selection: whole lines before it, and UTF-16 units of its own line before it. */
export interface Position {
  readonly skip: number
  readonly column: number
}

const CURSOR = /^c1\.(\d{1,10})\.(\d{1,9})\.([0-9a-f]{14})$/

/** A cursor holds the place and what the selection is, so that it cannot be used on another one. */
export function writeCursor({ skip, column }: Position, fingerprint: string): string {
  return `c1.${skip}.${column}.${fingerprint}`
}

/** Reads what `writeCursor` wrote. Fails with `INVALID_ARGS` or `stale_cursor`. */
export function readCursor(cursor: string, fingerprint: string): Result<Position, SourceError> {
  const [, skip, column, selection] = CURSOR.exec(cursor) ?? []
  if (selection === undefined) return refuseCursor(cursor)
  if (selection !== fingerprint) {
    const message =
      'The cursor is from another request, or what it was reading has changed since. Start over without cursor' +
      `${skip === '0' ? '' : `, or with offset=${String(Number(skip))} to go on at about the same place`}.`
    return failed('stale_cursor', message, { cursor, offset: Number(skip) })
  }
  return ok({ skip: Number(skip), column: Number(column) })
}

/** The failure for a cursor that no read gave. */
export function refuseCursor(cursor: string): Err<never, SourceError> {
  const message = `cursor must be meta.next_cursor of a read; got ${show(cursor)}.`
  return failed('INVALID_ARGS', message, { problems: [{ param: 'cursor', message }] })
}
