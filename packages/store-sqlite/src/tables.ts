/**
 * Version of the tables and of the facts derived from notes. It is part of the file name, so that versions of Chronicle
 * with different tables use different files. Raise it when readNoteFacts returns other facts.
 */
export const FORMAT = 2

/**
 * A `note` row is one state of one commit's notes: it was written in generation `born`, and replaced in `died`, if at
 * all. A view sees the rows of its generation, so it stays the same while later ones are written.
 *
 * `entry` has the keys for finding a row: a kind, and a word of that kind. `entries` of the row lists them (kind, word,
 * anchor, …), so that they can be deleted with it.
 */
export const TABLES: string = `
CREATE TABLE state (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  refs TEXT NOT NULL,
  tips TEXT NOT NULL,
  notes INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  oldest INTEGER NOT NULL
) STRICT;
CREATE TABLE note (
  id INTEGER PRIMARY KEY,
  commit_id BLOB NOT NULL,
  blobs BLOB NOT NULL,
  time INTEGER NOT NULL,
  entries TEXT NOT NULL,
  born INTEGER NOT NULL,
  died INTEGER
) STRICT;
CREATE INDEX note_by_commit ON note (commit_id);
CREATE INDEX note_by_time ON note (time);
CREATE INDEX note_by_death ON note (died) WHERE died IS NOT NULL;
CREATE TABLE word (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE entry (
  kind INTEGER NOT NULL,
  word INTEGER NOT NULL,
  note INTEGER NOT NULL,
  anchor INTEGER NOT NULL,
  PRIMARY KEY (kind, word, note, anchor)
) STRICT, WITHOUT ROWID;
PRAGMA user_version = ${FORMAT};
`

/**
 * The relation of an entry to its word. `WIDE` entries, of notes that are about no particular path, have the word 0.
 */
export const KIND: KindNumbers = { path: 0, target: 1, group: 2, tag: 3, wide: 4 }

interface KindNumbers {
  readonly path: 0
  readonly target: 1
  readonly group: 2
  readonly tag: 3
  readonly wide: 4
}

export type Kind = KindNumbers[keyof KindNumbers]

/** The value for an absent word. */
export const NO_WORD = 0
