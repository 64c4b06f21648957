import {
  err,
  ok,
  okAsync,
  readNoteFacts,
  Result,
  safeTry,
  type BlobId,
  type CommitId,
  type NoteFacts,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'
import { blobsOf, type BlobsByRef } from './notes-state.ts'

/** The parsed notes of one commit. */
export interface IndexedNote {
  readonly commit: CommitId
  readonly byRef: BlobsByRef
  readonly blobs: readonly BlobId[]
  /** Committer time in seconds, or -1 if the commit object is not in the repository. */
  readonly committedAt: number
  readonly facts: NoteFacts
}

/**
 * Number of notes to read and parse at a time, which limits memory to a megabyte or two. Larger numbers are not faster.
 */
const CHUNK = 128
/**
 * Number of times to request at once: enough to justify a process, but few enough that the first notes need not wait.
 */
const TIMES_BLOCK = 64 * CHUNK

/**
 * Reads notes in chunks, and reads the next chunk while one is processed. Ends after a failure. A note whose blob is
 * missing may be about anything.
 */
export async function* readIndexedNotes(
  git: GitBackend,
  notes: readonly (readonly [CommitId, BlobsByRef])[],
  options?: CallOptions,
): AsyncGenerator<Result<readonly IndexedNote[], GitError>, void, undefined> {
  const timesFrom = timesInBlocks(git, notes, options)
  const read = (start: number): ResultAsync<readonly RawNote[], GitError> =>
    readChunk(
      git,
      notes.slice(start, start + CHUNK),
      (ids) => timesFrom(start) ?? readTimes(git, ids, options),
      options,
    )
  let next = read(0)
  for (let start = 0; start < notes.length; start += CHUNK) {
    options?.onProgress?.({ step: 'indexing notes', done: start, total: notes.length })
    const chunk = await next
    if (chunk.isErr()) {
      yield err(chunk.error)
      return
    }
    next = read(start + CHUNK)
    yield ok(chunk.value.map(indexNote))
  }
}

/** Returns those of the previously missing commits that are now in the repository. */
export function findArrived(
  git: GitBackend,
  missing: readonly CommitId[],
  options?: CallOptions,
): ResultAsync<readonly CommitId[], GitError> {
  if (missing.length === 0) return okAsync([])
  const times = git.commitTimes?.(missing, options) ?? readTimes(git, missing, options)
  return times.map((known) => missing.filter((commit) => known.has(commit)))
}

type RawNote = Omit<IndexedNote, 'facts'> & { readonly bytes: readonly (Uint8Array | undefined)[] }

/** Returns the committer times of the given commits, possibly with others. */
type TimesOf = (ids: readonly CommitId[]) => ResultAsync<ReadonlyMap<CommitId, number>, GitError>

/** Returns the times of the block that contains a position, and requests the next block in advance. */
function timesInBlocks(
  git: GitBackend,
  notes: readonly (readonly [CommitId, BlobsByRef])[],
  options: CallOptions | undefined,
): (position: number) => ReturnType<TimesOf> | undefined {
  const blocks = new Map<number, ReturnType<TimesOf> | undefined>()
  const ask = (start: number): void => {
    if (start >= notes.length || blocks.has(start)) return
    const commits = notes.slice(start, start + TIMES_BLOCK).map(([commit]) => commit)
    blocks.set(start, git.commitTimes?.(commits, options))
  }
  return (position) => {
    const start = position - (position % TIMES_BLOCK)
    ask(start)
    ask(start + TIMES_BLOCK)
    blocks.delete(start - TIMES_BLOCK)
    return blocks.get(start)
  }
}

function readTimes(git: GitBackend, ids: readonly CommitId[], options: CallOptions | undefined): ReturnType<TimesOf> {
  return git
    .readCommits(ids, options)
    .map(
      (commits): ReadonlyMap<CommitId, number> =>
        new Map([...commits].map(([id, { committer }]) => [id, committer.time])),
    )
}

function readChunk(
  git: GitBackend,
  chunk: readonly (readonly [CommitId, BlobsByRef])[],
  timesOf: TimesOf,
  options: CallOptions | undefined,
): ResultAsync<readonly RawNote[], GitError> {
  return safeTry(async function* () {
    if (chunk.length === 0) return ok([])
    const wanted = chunk.map(([, byRef]) => blobsOf(byRef))
    const [contents, times] = yield* Result.combine(
      await Promise.all([
        git.readBlobs([...new Set(wanted.flat())], options),
        timesOf(chunk.map(([commit]) => commit)),
      ]),
    )
    return ok(
      chunk.map(([commit, byRef], position) => {
        const blobs = wanted[position] ?? []
        const bytes = blobs.map((id) => contents.get(id))
        return { commit, byRef, blobs, committedAt: times.get(commit) ?? -1, bytes }
      }),
    )
  })
}

function indexNote({ bytes, ...note }: RawNote): IndexedNote {
  const found = bytes.filter((content) => content !== undefined)
  const facts = readNoteFacts(note.commit, found)
  return { ...note, facts: found.length === bytes.length ? facts : { ...facts, commitWide: true } }
}
