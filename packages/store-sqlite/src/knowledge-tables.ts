import { openDatabaseFile, type DatabaseFile } from './database-file.ts'
import type { DatabasePlace } from './numbered-files.ts'

/**
 * Version of the tables, which is part of the file name: versions of Chronicle with different tables use different
 * files.
 */
const FORMAT = 1

/** The prefix of file names. */
export const KNOWLEDGE_PREFIX: string = `knowledge-v${FORMAT}`

/**
 * A `posting` row contains documents with one term that were added together. Ids are never reused, so a posting of a
 * removed document refers to no document. `removed` counts such documents until their postings are deleted too.
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
