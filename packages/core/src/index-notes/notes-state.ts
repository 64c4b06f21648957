import { err, ok, ResultAsync, safeTry, type BlobId, type CommitId, type NotesRef } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError, NotesTip } from '../contracts/git-backend.ts'

/** Where each ref stands, in the order of the refs; `null` where a ref does not exist. */
export type NotesTips = readonly (NotesTip | null)[]

/** The note blobs of one commit, ref by ref. The same blob may stand in several refs. */
export type BlobsByRef = readonly (readonly BlobId[])[]

/** Every note of several refs. */
export interface ListedNotes {
  readonly tips: NotesTips
  readonly notes: ReadonlyMap<CommitId, BlobsByRef>
}

/** What became of the notes of some commits: for each of them, and each ref that changed, the blobs there now. */
export type NotesDifference = ReadonlyMap<CommitId, ReadonlyMap<number, readonly BlobId[]>>

/** Where the refs stand now. */
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
 * What changed between two states of the same refs. `undefined` when that cannot be told from the two trees: a ref was
 * made or deleted, an old tip is gone, or the backend does not compare. Two listings then have to be compared.
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

/** The blobs of a commit after a change. `before` is empty for a commit that had none. */
export function changeBlobs(
  before: BlobsByRef,
  change: ReadonlyMap<number, readonly BlobId[]>,
  refs: number,
): BlobsByRef {
  return Array.from({ length: refs }, (_, number) => change.get(number) ?? before[number] ?? [])
}

/** All blobs of a commit, each once, ordered by id. */
export function blobsOf(byRef: BlobsByRef): readonly BlobId[] {
  const [only = []] = byRef
  return byRef.length === 1 && only.length <= 1 ? only : [...new Set(byRef.flat())].sort()
}

/** Whether two states of the refs are the same. */
export function sameTips(a: NotesTips, b: NotesTips): boolean {
  return a.length === b.length && a.every((tip, number) => tip === b[number])
}
