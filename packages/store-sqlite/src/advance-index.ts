import { setTimeout as sleep } from 'node:timers/promises'
import { codedError, type CallOptions, type GitBackend, type IndexError } from '@chronicle/core/contracts'
import {
  changeBlobs,
  diffAllNotes,
  listAllNotes,
  readIndexedNotes,
  readNotesTips,
  sameTips,
  type BlobsByRef,
  type NotesTips,
} from '@chronicle/core/index-notes'
import { err, ok, type CommitId, type NotesRef, type Result } from '@chronicle/schema'
import { readState, type IndexFile, type IndexState } from './index-file.ts'
import { createNoteRows, type NoteRows } from './note-rows.ts'
import { failureOf } from './sqlite-failure.ts'

/** How many updates a view outlives. */
const GENERATIONS_KEPT = 16

/** Attempts to become the one who writes, and milliseconds between them: a minute, longer than any build. */
const LOCK_ATTEMPTS = 600
const LOCK_PAUSE = 50

/** After this many changed notes the log is written back at once, so that it does not stay as large as the index. */
const LARGE_CHANGE = 1_000

/** What changed: all blobs of each changed commit, none for one whose notes are gone. */
type Changes = readonly (readonly [CommitId, BlobsByRef])[]

/**
 * Brings the index up to date with the refs, in one transaction: rows and tips move together or not at all. Only one
 * process does so at a time; the others find the work done. Throws what SQLite throws, with nothing changed.
 */
export async function advanceIndex(
  git: GitBackend,
  refs: readonly NotesRef[],
  file: IndexFile,
  options?: CallOptions,
): Promise<Result<void, IndexError>> {
  const locked = await beginWriting(file, options)
  if (locked.isErr()) return err(locked.error)
  let committed = false
  try {
    const state = readState(file)
    const tips = await readNotesTips(git, refs, options)
    if (tips.isErr()) return err(tips.error)
    if (sameTips(state.tips, tips.value)) return ok(undefined)
    const rows = createNoteRows(file, state.generation + 1)
    const found = await findChanges(git, refs, state, tips.value, rows, options)
    if (found.isErr()) return err(found.error)
    const applied = await applyChanges(git, found.value.changes, state.notes > 0, rows, options)
    if (applied.isErr()) return err(applied.error)
    writeState(file, found.value.tips, state, rows, applied.value)
    file.exec('COMMIT')
    committed = true
    if (found.value.changes.length >= LARGE_CHANGE) file.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    return ok(undefined)
  } finally {
    if (!committed) rollBack(file)
  }
}

async function beginWriting(file: IndexFile, options?: CallOptions): Promise<Result<void, IndexError>> {
  for (let attempt = 1; ; attempt++) {
    try {
      file.exec('BEGIN IMMEDIATE')
      return ok(undefined)
    } catch (error) {
      if (failureOf(error) !== 'busy' || attempt === LOCK_ATTEMPTS) throw error
    }
    if (options?.signal?.aborted === true) {
      return err(codedError('aborted', 'Aborted while another process was writing the annotation index.'))
    }
    await sleep(LOCK_PAUSE)
  }
}

/** SQLite has already rolled back after some failures, a full disk among them. */
function rollBack(file: IndexFile): void {
  try {
    file.exec('ROLLBACK')
  } catch (error) {
    if (failureOf(error) === 'busy') throw error
  }
}

async function findChanges(
  git: GitBackend,
  refs: readonly NotesRef[],
  state: IndexState,
  tips: NotesTips,
  rows: NoteRows,
  options?: CallOptions,
): Promise<Result<{ readonly changes: Changes; readonly tips: NotesTips }, IndexError>> {
  const difference = await diffAllNotes(git, state.tips, tips, options)
  if (difference.isErr()) return err(difference.error)
  if (difference.value !== undefined) {
    const changes = [...difference.value].map(
      ([commit, change]) => [commit, changeBlobs(rows.blobsOf(commit) ?? [], change, refs.length)] as const,
    )
    return ok({ changes, tips })
  }
  const listed = await listAllNotes(git, refs, options)
  if (listed.isErr()) return err(listed.error)
  return ok({ changes: differenceOf(rows, listed.value.notes, refs.length), tips: listed.value.tips })
}

/** Equal blobs are equal notes, so what is stored under the same blobs stays. */
function differenceOf(rows: NoteRows, listed: ReadonlyMap<CommitId, BlobsByRef>, refs: number): Changes {
  const changes = new Map(listed)
  for (const [commit, stored] of rows.all()) {
    const now = listed.get(commit)
    if (now === undefined) changes.set(commit, changeBlobs([], new Map(), refs))
    else if (JSON.stringify(now) === JSON.stringify(stored)) changes.delete(commit)
  }
  return [...changes]
}

/** Returns by how many the commits with notes became more. */
async function applyChanges(
  git: GitBackend,
  changes: Changes,
  anyBefore: boolean,
  rows: NoteRows,
  options?: CallOptions,
): Promise<Result<number, IndexError>> {
  let more = 0
  for (const [commit] of anyBefore ? changes : []) {
    if (rows.blobsOf(commit) === undefined) continue
    rows.retire(commit)
    more--
  }
  const present = changes.filter(([, byRef]) => byRef.some((blobs) => blobs.length > 0))
  for await (const chunk of readIndexedNotes(git, present, options)) {
    if (chunk.isErr()) return err(chunk.error)
    for (const note of chunk.value) rows.insert(note)
  }
  return ok(more + present.length)
}

function writeState(file: IndexFile, tips: NotesTips, state: IndexState, rows: NoteRows, more: number): void {
  const generation = state.generation + 1
  const oldest = Math.max(state.oldest, generation - GENERATIONS_KEPT)
  if (oldest > state.oldest) rows.purge(oldest)
  file
    .statement('UPDATE state SET tips = ?, notes = ?, generation = ?, oldest = ?')
    .run(JSON.stringify(tips), state.notes + more, generation, oldest)
}
