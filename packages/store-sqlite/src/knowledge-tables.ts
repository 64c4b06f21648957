import { createIndexFile, formatOf, SETTINGS, type IndexFile } from './index-file.ts'
import { fileOf, removeOlderFiles, type DatabasePlace } from './numbered-files.ts'
import { DamagedIndexError } from './sqlite-failure.ts'
import { openSqlite, type SqliteDatabase } from './sqlite-module.ts'

/** Version of the tables, part of the file's name: versions of Chronicle that differ in it keep a file each. */
const FORMAT = 1

/** The beginning of the names of files. */
export const KNOWLEDGE_PREFIX: string = `knowledge-v${FORMAT}`

/**
 * A `posting` row has the documents of one term that were added together. Ids are not used again, so a posting whose
 * document was removed is one without a document; `removed` counts these documents, until their postings go too.
 */
const TABLES = `
CREATE TABLE document (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  collection TEXT NOT NULL,
  key TEXT NOT NULL,
  lengths TEXT NOT NULL,
  UNIQUE (collection, key)
) STRICT;
CREATE TABLE value (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL
) STRICT;
CREATE TABLE posting (
  collection TEXT NOT NULL,
  term TEXT NOT NULL,
  first INTEGER NOT NULL,
  documents BLOB NOT NULL,
  PRIMARY KEY (collection, term, first)
) STRICT, WITHOUT ROWID;
CREATE TABLE removed (
  collection TEXT PRIMARY KEY,
  documents INTEGER NOT NULL
) STRICT;
PRAGMA user_version = ${FORMAT};
`

/** Opens the database at a place, or one in memory, making its tables where they are missing. Throws what SQLite throws. */
export function openKnowledgeFile(place: DatabasePlace | undefined): IndexFile {
  if (place === undefined) return prepareTables(openSqlite(':memory:'))
  const file = prepareTables(openSqlite(fileOf(place)))
  removeOlderFiles(place)
  return file
}

function prepareTables(db: SqliteDatabase): IndexFile {
  try {
    db.exec(SETTINGS)
    if (formatOf(db) === 0) {
      db.exec('BEGIN IMMEDIATE')
      // Another process may have been faster.
      if (formatOf(db) === 0) db.exec(TABLES)
      db.exec('COMMIT')
    }
    if (formatOf(db) !== FORMAT) throw new DamagedIndexError(`the file has the format ${formatOf(db)}, not ${FORMAT}`)
    return createIndexFile(db)
  } catch (error) {
    db.close()
    throw error
  }
}
