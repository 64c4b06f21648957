/**
 * Version of the tables and of what is derived from a note: part of the file's name, so that versions of Chronicle
 * that differ in it keep a file each. Raise it when readNoteFacts finds other things.
 */
export const FORMAT = 2

/**
 * A `note` row is one state of one commit's notes; it was made in generation `born`, and replaced in `died` if at all.
 * A view sees the rows of its generation, so it stays as it is while later ones are written.
 *
 * `entry` has what the row makes findable: for each kind, the word it stands under. `entries` of the row lists them
 * (kind, word, anchor, …), so that they can be removed with it.
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

/** What an entry says about its word. `WIDE` entries, of notes that speak of no particular path, have the word 0. */
export const KIND: KindNumbers = { path: 0, target: 1, group: 2, tag: 3, wide: 4 }

interface KindNumbers {
  readonly path: 0
  readonly target: 1
  readonly group: 2
  readonly tag: 3
  readonly wide: 4
}

export type Kind = KindNumbers[keyof KindNumbers]

/** In place of a word that is not there. */
export const NO_WORD = 0
