import { openDatabaseFile, type DatabaseFile } from './database-file.ts'
import type { DatabasePlace } from './numbered-files.ts'

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

/** Opens the store at a place, or one in memory, as `openDatabaseFile` does. */
export function openKnowledgeFile(place: DatabasePlace | undefined): DatabaseFile {
  return openDatabaseFile(place, { format: FORMAT, make: (db) => db.exec(TABLES) })
}
