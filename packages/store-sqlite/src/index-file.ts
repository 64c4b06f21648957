import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { NotesTips } from '@chronicle/core/index-notes'
import type { NotesRef } from '@chronicle/schema'
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
const SETTINGS = `
PRAGMA busy_timeout = 50;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA journal_size_limit = 1048576;
PRAGMA cache_size = -16000;
PRAGMA temp_store = MEMORY;
PRAGMA cell_size_check = ON;
`

/** Which file of a folder an index is in. */
export interface IndexPlace {
  readonly folder: string
  readonly number: number
}

/**
 * Finds the file of the index of some refs, or the name of one to be made; the folder is made where it is missing.
 * Files are numbered, and the highest number counts: one that is no good is not overwritten, because another process
 * may be using it. `damaged` is the number of a file that is not to be used.
 */
export function findIndexPlace(folder: string, refs: readonly NotesRef[], damaged?: number): IndexPlace {
  mkdirSync(folder, { recursive: true })
  const numbers = fileNumbers(folder, filePrefix(refs))
  return { folder, number: Math.max(0, (damaged ?? -1) + 1, ...numbers) }
}

/** Opens the index at a place, or one in memory, making its tables where they are missing. Throws what SQLite throws. */
export function openIndexFile(place: IndexPlace | undefined, refs: readonly NotesRef[]): IndexFile {
  if (place === undefined) return prepareTables(openSqlite(':memory:'), refs)
  const { folder, number } = place
  const prefix = filePrefix(refs)
  const file = prepareTables(openSqlite(join(folder, fileName(prefix, number))), refs)
  for (const old of fileNumbers(folder, prefix)) if (old < number) removeFile(join(folder, fileName(prefix, old)))
  return file
}

function filePrefix(refs: readonly NotesRef[]): string {
  return `index-v${FORMAT}-${createHash('sha256').update(refs.join('\n')).digest('hex').slice(0, 12)}`
}

function fileName(prefix: string, number: number): string {
  return `${prefix}-${number}.sqlite`
}

function fileNumbers(folder: string, prefix: string): readonly number[] {
  return readdirSync(folder).flatMap((name) => {
    const number = Number(/-(\d{1,9})\.sqlite$/.exec(name)?.[1] ?? -1)
    return name === fileName(prefix, number) ? [number] : []
  })
}

function removeFile(file: string): void {
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    try {
      rmSync(name, { force: true })
    } catch {
      // It stays until the next time. It is out of use either way.
    }
  }
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

function formatOf(db: SqliteDatabase): number {
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

function createIndexFile(db: SqliteDatabase): IndexFile {
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
