import { fileOf, removeOlderFiles, type DatabasePlace } from './numbered-files.ts'
import { DamagedIndexError, failureOf } from './sqlite-failure.ts'
import { openSqlite, type SqliteDatabase, type SqliteStatement } from './sqlite-module.ts'

/** An open database that has its tables. */
export interface DatabaseFile {
  exec(sql: string): void
  /** Prepares a statement, or returns the one prepared before. */
  statement(sql: string): SqliteStatement
  close(): void
  readonly closed: boolean
}

/** The tables of a database. */
export interface DatabaseTables {
  /** Version of the tables, stored as `user_version` of the file. */
  readonly format: number
  /** Creates the tables, and sets the version. */
  readonly make: (db: SqliteDatabase) => void
}

/**
 * The busy timeout is short, because longer waits happen between attempts, where they block nothing else. With WAL,
 * readers and a writer do not block each other, and a commit interrupted by a kill has no effect.
 */
const SETTINGS = `
PRAGMA busy_timeout = 50;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA journal_size_limit = 1048576;
PRAGMA cache_size = -16000;
PRAGMA temp_store = MEMORY;
PRAGMA cell_size_check = ON;
`

/**
 * Opens the database at a place, or one in memory, and creates its tables if they are missing. Throws the errors of
 * SQLite and of `check`.
 */
export function openDatabaseFile(
  place: DatabasePlace | undefined,
  { format, make }: DatabaseTables,
  check?: (db: SqliteDatabase) => void,
): DatabaseFile {
  const db = openSqlite(place === undefined ? ':memory:' : fileOf(place))
  try {
    db.exec(SETTINGS)
    if (formatOf(db) === 0) {
      db.exec('BEGIN IMMEDIATE')
      // Another process may have created the tables in the meantime.
      if (formatOf(db) === 0) make(db)
      db.exec('COMMIT')
    }
    if (formatOf(db) !== format) throw new DamagedIndexError(`the file has the format ${formatOf(db)}, not ${format}`)
    check?.(db)
  } catch (error) {
    db.close()
    throw error
  }
  if (place !== undefined) removeOlderFiles(place)
  return withStatements(db)
}

function formatOf(db: SqliteDatabase): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
}

function withStatements(db: SqliteDatabase): DatabaseFile {
  const statements = new Map<string, SqliteStatement>()
  let closed = false
  return {
    exec: (sql) => db.exec(sql),
    statement(sql) {
      let statement = statements.get(sql)
      if (statement === undefined) statements.set(sql, (statement = db.prepare(sql)))
      return statement
    },
    close() {
      if (!closed) db.close()
      closed = true
    },
    get closed() {
      return closed
    },
  }
}

/** Rolls a transaction back. After some failures, such as a full disk, SQLite has already done so. */
export function rollBack(file: DatabaseFile): void {
  try {
    file.exec('ROLLBACK')
  } catch (error) {
    if (failureOf(error) === 'busy') throw error
  }
}
