import { createHash } from 'node:crypto'
import type { NotesTips } from '@chronicle/core/index-notes'
import type { NotesRef } from '@chronicle/schema'
import { fileOf, findPlace, removeOlderFiles, type DatabasePlace } from './numbered-files.ts'
import { DamagedIndexError } from './sqlite-failure.ts'
import { openSqlite, type SqliteDatabase, type SqliteStatement } from './sqlite-module.ts'
import { parseJson } from './stored-values.ts'
import { FORMAT, TABLES } from './tables.ts'

/** An open database with the tables of the index. */
export interface IndexFile {
  exec(sql: string): void
  /** A statement, prepared once. */
  statement(sql: string): SqliteStatement
  close(): void
  readonly closed: boolean
}

/** Where an index stands. */
export interface IndexState {
  readonly tips: NotesTips
  readonly notes: number
  readonly generation: number
  /** Views of this generation and later ones still find all that they see. */
  readonly oldest: number
}

/**
 * Waits a moment, not longer, for another process that is finishing: longer waits are made between attempts, where
 * they hold up nothing else. WAL: readers and a writer do not wait for each other, and a commit that a process was
 * killed in never happened.
 */
export const SETTINGS: string = `
PRAGMA busy_timeout = 50;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA journal_size_limit = 1048576;
PRAGMA cache_size = -16000;
PRAGMA temp_store = MEMORY;
PRAGMA cell_size_check = ON;
`

/** Finds the file of the index of some refs; see `findPlace`. */
export function findIndexPlace(folder: string, refs: readonly NotesRef[], damaged?: number): DatabasePlace {
  return findPlace(folder, filePrefix(refs), damaged)
}

/** Opens the index at a place, or one in memory, making its tables where they are missing. Throws what SQLite throws. */
export function openIndexFile(place: DatabasePlace | undefined, refs: readonly NotesRef[]): IndexFile {
  if (place === undefined) return prepareTables(openSqlite(':memory:'), refs)
  const file = prepareTables(openSqlite(fileOf(place)), refs)
  removeOlderFiles(place)
  return file
}

function filePrefix(refs: readonly NotesRef[]): string {
  return `index-v${FORMAT}-${createHash('sha256').update(refs.join('\n')).digest('hex').slice(0, 12)}`
}

function prepareTables(db: SqliteDatabase, refs: readonly NotesRef[]): IndexFile {
  try {
    db.exec(SETTINGS)
    if (formatOf(db) === 0) makeTables(db, refs)
    if (formatOf(db) !== FORMAT) throw new DamagedIndexError(`the file has the format ${formatOf(db)}, not ${FORMAT}`)
    const stored = db.prepare('SELECT refs FROM state').get()?.['refs']
    if (stored !== JSON.stringify(refs)) throw new DamagedIndexError('the file is an index of other refs')
    return createIndexFile(db)
  } catch (error) {
    db.close()
    throw error
  }
}

export function formatOf(db: SqliteDatabase): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
}

function makeTables(db: SqliteDatabase, refs: readonly NotesRef[]): void {
  db.exec('BEGIN IMMEDIATE')
  // Another process may have been faster.
  if (formatOf(db) === 0) {
    db.exec(TABLES)
    const tips = JSON.stringify(refs.map(() => null))
    db.prepare('INSERT INTO state VALUES (1, ?, ?, 0, 0, 0)').run(JSON.stringify(refs), tips)
  }
  db.exec('COMMIT')
}

export function createIndexFile(db: SqliteDatabase): IndexFile {
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

export function readState(file: IndexFile): IndexState {
  const row = file.statement('SELECT tips, notes, generation, oldest FROM state').get()
  const tips = parseJson(String(row?.['tips']))
  if (row === undefined || !Array.isArray(tips)) throw new DamagedIndexError('the state is missing')
  return {
    tips: tips as NotesTips,
    notes: Number(row['notes']),
    generation: Number(row['generation']),
    oldest: Number(row['oldest']),
  }
}
