import { err, ok, ResultAsync, safeTry, type BlobId, type CommitId, type NotesRef } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError, NotesTip } from '../contracts/git-backend.ts'

/** The tip of each ref, in the order of the refs; `null` if a ref does not exist. */
export type NotesTips = readonly (NotesTip | null)[]

/** The note blobs of one commit, ref by ref. Several refs may contain the same blob. */
export type BlobsByRef = readonly (readonly BlobId[])[]

/** Every note of several refs. */
export interface ListedNotes {
  readonly tips: NotesTips
  readonly notes: ReadonlyMap<CommitId, BlobsByRef>
}

/** Changes of notes: for each changed commit and ref, the current blobs. */
export type NotesDifference = ReadonlyMap<CommitId, ReadonlyMap<number, readonly BlobId[]>>

/** Reads the current tips of the refs. */
export function readNotesTips(
  git: GitBackend,
  refs: readonly NotesRef[],
  options?: CallOptions,
): ResultAsync<NotesTips, GitError> {
  const tips = ResultAsync.combine(refs.map((ref) => git.notesTip(ref, options)))
  return tips.map((known) => known.map((tip) => tip ?? null))
}

/** Lists the notes of all refs together. */
export function listAllNotes(
  git: GitBackend,
  refs: readonly NotesRef[],
  options?: CallOptions,
): ResultAsync<ListedNotes, GitError> {
  return safeTry(async function* () {
    const tips: (NotesTip | null)[] = []
    const notes = new Map<CommitId, (readonly BlobId[])[]>()
    for (const [number, ref] of refs.entries()) {
      const listing = yield* git.listNotes(ref, options)
      tips.push(listing.tip ?? null)
      for (const [commit, blobs] of listing.notes) {
        let byRef = notes.get(commit)
        if (byRef === undefined) notes.set(commit, (byRef = refs.map(() => [])))
        byRef[number] = blobs
      }
    }
    return ok({ tips, notes })
  })
}

/**
 * Returns the changes between two states of the same refs. Returns `undefined` if the two trees cannot be compared: a
 * ref was created or deleted, an old tip no longer exists, or the backend has no comparison. Two listings must then be
 * compared.
 */
export function diffAllNotes(
  git: GitBackend,
  from: NotesTips,
  to: NotesTips,
  options?: CallOptions,
): ResultAsync<NotesDifference | undefined, GitError> {
  return safeTry(async function* () {
    const difference = new Map<CommitId, Map<number, readonly BlobId[]>>()
    for (const [number, tip] of to.entries()) {
      const before = from[number] ?? null
      if (before === tip) continue
      if (before === null || tip === null || git.diffNotes === undefined) return ok(undefined)
      const changes = await git.diffNotes(before, tip, options)
      if (changes.isErr()) return changes.error.code === 'missing_object' ? ok(undefined) : err(changes.error)
      for (const { commit, after } of changes.value) {
        const byRef = difference.get(commit) ?? new Map<number, readonly BlobId[]>()
        difference.set(commit, byRef.set(number, after))
      }
    }
    return ok(difference)
  })
}

/** Returns the blobs of a commit after a change. `before` is empty for a commit without notes. */
export function changeBlobs(
  before: BlobsByRef,
  change: ReadonlyMap<number, readonly BlobId[]>,
  refs: number,
): BlobsByRef {
  return Array.from({ length: refs }, (_, number) => change.get(number) ?? before[number] ?? [])
}

/** Returns the distinct blobs of a commit, ordered by id. */
export function blobsOf(byRef: BlobsByRef): readonly BlobId[] {
  const [only = []] = byRef
  return byRef.length === 1 && only.length <= 1 ? only : [...new Set(byRef.flat())].sort()
}

/** Whether two states of the refs are the same. */
export function sameTips(a: NotesTips, b: NotesTips): boolean {
  return a.length === b.length && a.every((tip, number) => tip === b[number])
}
