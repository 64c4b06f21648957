import { fileOf, removeOlderFiles, type DatabasePlace } from './numbered-files.ts'
import { DamagedIndexError, failureOf } from './sqlite-failure.ts'
import { openSqlite, type SqliteDatabase, type SqliteStatement } from './sqlite-module.ts'

/** An open database with its tables. */
export interface DatabaseFile {
  exec(sql: string): void
  /** A statement, prepared once. */
  statement(sql: string): SqliteStatement
  close(): void
  readonly closed: boolean
}

/** What tables a database has. */
export interface DatabaseTables {
  /** Version of the tables, `user_version` of the file. */
  readonly format: number
  /** Makes them, and sets the version. */
  readonly make: (db: SqliteDatabase) => void
}

/**
 * Waits a moment, not longer, for another process that is finishing: longer waits are made between attempts, where
 * they hold up nothing else. WAL: readers and a writer do not wait for each other, and a commit that a process was
 * killed in never happened.
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
 * Opens the database at a place, or one in memory, making its tables where they are missing. Throws what SQLite throws,
 * and what `check` does.
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
      // Another process may have been faster.
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

/** Ends a transaction without its changes. SQLite has already done so after some failures, a full disk among them. */
export function rollBack(file: DatabaseFile): void {
  try {
    file.exec('ROLLBACK')
  } catch (error) {
    if (failureOf(error) === 'busy') throw error
  }
}
