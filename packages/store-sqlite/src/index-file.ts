import { createHash } from 'node:crypto'
import type { NotesTips } from '@chronicle/core/index-notes'
import type { NotesRef } from '@chronicle/schema'
import { openDatabaseFile, type DatabaseFile } from './database-file.ts'
import { findPlace, type DatabasePlace } from './numbered-files.ts'
import { DamagedIndexError } from './sqlite-failure.ts'
import type { SqliteDatabase } from './sqlite-module.ts'
import { parseStoredJson } from './stored-values.ts'
import { FORMAT, TABLES } from './tables.ts'

/** The state of an index. */
export interface IndexState {
  readonly tips: NotesTips
  readonly notes: number
  readonly generation: number
  /** The oldest generation whose views are still complete. */
  readonly oldest: number
}

/** Finds the file of the index for some refs; see `findPlace`. */
export function findIndexPlace(folder: string, refs: readonly NotesRef[], damaged?: number): DatabasePlace {
  return findPlace(folder, filePrefix(refs), damaged)
}

/** Opens the index at a place, or one in memory, as `openDatabaseFile` does. */
export function openIndexFile(place: DatabasePlace | undefined, refs: readonly NotesRef[]): DatabaseFile {
  const names = JSON.stringify(refs)
  const make = (db: SqliteDatabase): void => {
    db.exec(TABLES)
    const tips = JSON.stringify(refs.map(() => null))
    db.prepare('INSERT INTO state VALUES (1, ?, ?, 0, 0, 0)').run(names, tips)
  }
  return openDatabaseFile(place, { format: FORMAT, make }, (db) => {
    const stored = db.prepare('SELECT refs FROM state').get()?.['refs']
    if (stored !== names) throw new DamagedIndexError('the file is an index of other refs')
  })
}

function filePrefix(refs: readonly NotesRef[]): string {
  return `index-v${FORMAT}-${createHash('sha256').update(refs.join('\n')).digest('hex').slice(0, 12)}`
}

export function readState(file: DatabaseFile): IndexState {
  const row = file.statement('SELECT tips, notes, generation, oldest FROM state').get()
  const tips = parseStoredJson(String(row?.['tips']))
  if (row === undefined || !Array.isArray(tips)) throw new DamagedIndexError('the state is missing')
  return {
    tips: tips as NotesTips,
    notes: Number(row['notes']),
    generation: Number(row['generation']),
    oldest: Number(row['oldest']),
  }
}
