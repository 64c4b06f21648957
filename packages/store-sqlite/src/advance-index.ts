import { setTimeout as sleep } from 'node:timers/promises'
import { codedError, type CallOptions, type GitBackend, type IndexError } from '@chronicle/core/contracts'
import {
  changeBlobs,
  diffAllNotes,
  findArrived,
  listAllNotes,
  readIndexedNotes,
  readNotesTips,
  sameTips,
  type BlobsByRef,
  type NotesTips,
} from '@chronicle/core/index-notes'
import { err, ok, safeTry, type CommitId, type NotesRef, type ResultAsync } from '@chronicle/schema'
import { rollBack, type DatabaseFile } from './database-file.ts'
import { readState, type IndexState } from './index-file.ts'
import { createNoteRows, missingCommits, type NoteRows } from './note-rows.ts'
import { failureOf } from './sqlite-failure.ts'

/** Number of updates for which a view stays readable. */
const GENERATIONS_KEPT = 16

/**
 * Maximum number of attempts to get the write lock, and the pause between them in milliseconds. Together with SQLite's
 * own waits that is a minute, longer than any build.
 */
const LOCK_ATTEMPTS = 600
const LOCK_PAUSE_MS = 50

/**
 * Number of changed notes from which the write-ahead log is checkpointed at once, so that it does not stay as large as
 * the index.
 */
const LARGE_CHANGE = 1_000

/** The changed commits with all of their blobs; a commit whose notes were removed has none. */
type Changes = readonly (readonly [CommitId, BlobsByRef])[]

/**
 * Updates the index to the current refs, and for commits that arrived after their notes, in one transaction: rows and
 * tips change together or not at all. Only one process does so at a time; others then find the index up to date. Throws
 * the errors of SQLite and leaves the index unchanged.
 */
export function advanceIndex(
  git: GitBackend,
  refs: readonly NotesRef[],
  file: DatabaseFile,
  options?: CallOptions,
): ResultAsync<void, IndexError> {
  return safeTry(async function* () {
    yield* beginWriting(file, options)
    let committed = false
    try {
      const state = readState(file)
      const tips = yield* readNotesTips(git, refs, options)
      const newlyFoundCommits = yield* findArrived(git, missingCommits(file), options)
      if (newlyFoundCommits.length === 0 && sameTips(state.tips, tips)) return ok(undefined)
      const rows = createNoteRows(file, state.generation + 1)
      const found = yield* findChanges(git, refs, state, tips, rows, options)
      const changes = new Map([
        ...newlyFoundCommits.map((commit) => [commit, rows.blobsOf(commit) ?? []] as const),
        ...found.changes,
      ])
      const applied = yield* applyChanges(git, [...changes], state.notes > 0, rows, options)
      writeState(file, found.tips, state, rows, applied)
      file.exec('COMMIT')
      committed = true
      if (found.changes.length >= LARGE_CHANGE) file.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      return ok(undefined)
    } finally {
      if (!committed) rollBack(file)
    }
  })
}

function beginWriting(file: DatabaseFile, options?: CallOptions): ResultAsync<void, IndexError> {
  return safeTry(async function* () {
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
      await sleep(LOCK_PAUSE_MS)
    }
  })
}

function findChanges(
  git: GitBackend,
  refs: readonly NotesRef[],
  state: IndexState,
  tips: NotesTips,
  rows: NoteRows,
  options?: CallOptions,
): ResultAsync<{ readonly changes: Changes; readonly tips: NotesTips }, IndexError> {
  return safeTry(async function* () {
    const difference = yield* diffAllNotes(git, state.tips, tips, options)
    if (difference !== undefined) {
      const changes = [...difference].map(
        ([commit, change]) => [commit, changeBlobs(rows.blobsOf(commit) ?? [], change, refs.length)] as const,
      )
      return ok({ changes, tips })
    }
    const listed = yield* listAllNotes(git, refs, options)
    return ok({ changes: differenceOf(rows, listed.notes, refs.length), tips: listed.tips })
  })
}

/** Equal blobs mean equal notes, so rows with the same blobs are kept. */
function differenceOf(rows: NoteRows, listed: ReadonlyMap<CommitId, BlobsByRef>, refs: number): Changes {
  const changes = new Map(listed)
  for (const [commit, stored] of rows.all()) {
    const now = listed.get(commit)
    if (now === undefined) changes.set(commit, changeBlobs([], new Map(), refs))
    else if (JSON.stringify(now) === JSON.stringify(stored)) changes.delete(commit)
  }
  return [...changes]
}

/** Returns the change in the number of commits with notes. */
function applyChanges(
  git: GitBackend,
  changes: Changes,
  anyBefore: boolean,
  rows: NoteRows,
  options?: CallOptions,
): ResultAsync<number, IndexError> {
  return safeTry(async function* () {
    let more = 0
    for (const [commit] of anyBefore ? changes : []) {
      if (rows.blobsOf(commit) === undefined) continue
      rows.retire(commit)
      more--
    }
    const present = changes.filter(([, byRef]) => byRef.some((blobs) => blobs.length > 0))
    for await (const chunk of readIndexedNotes(git, present, options)) {
      for (const note of yield* chunk) rows.insert(note)
    }
    return ok(more + present.length)
  })
}

function writeState(file: DatabaseFile, tips: NotesTips, state: IndexState, rows: NoteRows, more: number): void {
  const generation = state.generation + 1
  const oldest = Math.max(state.oldest, generation - GENERATIONS_KEPT)
  if (oldest > state.oldest) rows.purge(oldest)
  file
    .statement('UPDATE state SET tips = ?, notes = ?, generation = ?, oldest = ?')
    .run(JSON.stringify(tips), state.notes + more, generation, oldest)
}
