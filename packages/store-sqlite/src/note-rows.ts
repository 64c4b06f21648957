import { createRecentMap } from '@chronicle/core/contracts'
import type { BlobsByRef, IndexedNote } from '@chronicle/core/index-notes'
import type { CommitId } from '@chronicle/schema'
import type { DatabaseFile } from './database-file.ts'
import { DamagedIndexError } from './sqlite-failure.ts'
import { packBlobs, packId, packText, parseStoredJson, unpackBlobs, unpackId } from './stored-values.ts'
import { KIND, NO_WORD, type Kind } from './tables.ts'

/** Writes the rows of one generation, within the caller's transaction. */
export interface NoteRows {
  /** Returns the stored blobs of a commit; `undefined` if it has no notes. */
  blobsOf(commit: CommitId): BlobsByRef | undefined
  /** Returns every commit with notes. */
  all(): Iterable<readonly [CommitId, BlobsByRef]>
  /** Marks the current row of a commit as replaced. */
  retire(commit: CommitId): void
  insert(note: IndexedNote): void
  /** Deletes the rows that were replaced up to a generation. */
  purge(generation: number): void
}

/** Maximum number of words whose ids are cached while rows are written. */
const REMEMBERED_WORDS = 50_000

export function createNoteRows(file: DatabaseFile, generation: number): NoteRows {
  const findWord = file.statement('SELECT id FROM word WHERE text = ?')
  const insertWord = file.statement('INSERT INTO word (text) VALUES (?)')
  const insertNote = file.statement('INSERT INTO note (commit_id, blobs, time, entries, born) VALUES (?, ?, ?, ?, ?)')
  const insertEntry = file.statement('INSERT INTO entry (kind, word, note, anchor) VALUES (?, ?, ?, ?)')
  const words = createRecentMap<string, number>(REMEMBERED_WORDS)

  function wordId(text: string): number {
    const known = words.get(text)
    if (known !== undefined) return known
    const packed = packText(text)
    const id = Number(findWord.get(packed)?.['id'] ?? insertWord.run(packed).lastInsertRowid)
    words.set(text, id)
    return id
  }

  function entriesOf({ facts }: IndexedNote): readonly number[] {
    const entries: number[] = []
    const add = (kind: Kind, word: number, anchor: number): void => void entries.push(kind, word, anchor)
    for (const path of facts.paths) add(KIND.path, wordId(path), NO_WORD)
    for (const [path, anchor] of facts.targets) add(KIND.target, wordId(path), wordId(anchor))
    for (const path of facts.groupFiles) add(KIND.group, wordId(path), NO_WORD)
    for (const tag of facts.tags) add(KIND.tag, wordId(tag), NO_WORD)
    if (facts.commitWide) add(KIND.wide, NO_WORD, NO_WORD)
    return entries
  }

  return {
    blobsOf(commit) {
      const row = file.statement('SELECT blobs FROM note WHERE commit_id = ? AND died IS NULL').get(packId(commit))
      return row && unpackBlobs(row['blobs'], commit.length / 2)
    },
    *all() {
      for (const row of file.statement('SELECT commit_id, blobs FROM note WHERE died IS NULL').iterate()) {
        const commit = unpackId(row['commit_id'])
        yield [commit, unpackBlobs(row['blobs'], commit.length / 2)]
      }
    },
    retire(commit) {
      file.statement('UPDATE note SET died = ? WHERE commit_id = ? AND died IS NULL').run(generation, packId(commit))
    },
    insert(note) {
      const entries = entriesOf(note)
      const stored = JSON.stringify(entries)
      const id = Number(
        insertNote.run(packId(note.commit), packBlobs(note.byRef), note.committedAt, stored, generation)
          .lastInsertRowid,
      )
      for (let i = 0; i < entries.length; i += 3) insertEntry.run(...entryKey(entries, i, id))
    },
    purge(before) {
      const removeEntry = file.statement('DELETE FROM entry WHERE kind = ? AND word = ? AND note = ? AND anchor = ?')
      for (const row of file.statement('SELECT id, entries FROM note WHERE died <= ?').all(before)) {
        const entries = parseStoredJson(String(row['entries']))
        if (!Array.isArray(entries)) throw new DamagedIndexError('a list of entries is missing')
        for (let i = 0; i < entries.length; i += 3) removeEntry.run(...entryKey(entries, i, Number(row['id'])))
      }
      file.statement('DELETE FROM note WHERE died <= ?').run(before)
    },
  }
}

/** Returns the commits with notes that were not in the repository at the last check. */
export function missingCommits(file: DatabaseFile): readonly CommitId[] {
  const rows = file.statement('SELECT commit_id FROM note WHERE time < 0 AND died IS NULL').all()
  return rows.map((row) => unpackId(row['commit_id']))
}

function entryKey(entries: readonly unknown[], at: number, note: number): readonly [number, number, number, number] {
  return [Number(entries[at]), Number(entries[at + 1]), note, Number(entries[at + 2])]
}
