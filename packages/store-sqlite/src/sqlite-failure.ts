/**
 * The meaning of a failure for the file: another process is writing; the contents are damaged; or the file cannot be
 * used here at all (no permission, no space, no such folder).
 */
export type SqliteFailure = 'busy' | 'damaged' | 'unusable'

/** Thrown when stored values cannot have been written by this version. */
export class DamagedIndexError extends Error {
  override readonly name = 'DamagedIndexError'
}

// Result codes of SQLite, https://sqlite.org/rescode.html. An SQL error means that the tables are not as they were
// created.
const SQLITE_ERROR = 1
const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26
const SQLITE_IOERR_SHORT_READ = 522
/** The file was deleted or moved while it was open. */
const SQLITE_READONLY_DBMOVED = 1032

export function failureOf(error: unknown): SqliteFailure {
  if (error instanceof DamagedIndexError) return 'damaged'
  const extended = (error as { readonly errcode?: unknown } | undefined)?.errcode
  if (typeof extended !== 'number') return 'unusable'
  if (extended === SQLITE_IOERR_SHORT_READ || extended === SQLITE_READONLY_DBMOVED) return 'damaged'
  switch (extended & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return 'busy'
    case SQLITE_ERROR:
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return 'damaged'
    default:
      return 'unusable'
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
