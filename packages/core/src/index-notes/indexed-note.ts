import { err, ok, readNoteFacts, type BlobId, type CommitId, type NoteFacts, type Result } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'
import { blobsOf, type BlobsByRef } from './notes-state.ts'

/** The notes of one commit, read. */
export interface IndexedNote {
  readonly commit: CommitId
  readonly byRef: BlobsByRef
  readonly blobs: readonly BlobId[]
  /** Committer time in seconds; -1 when the commit object is not in the repository. */
  readonly committedAt: number
  readonly facts: NoteFacts
}

/** Notes read and parsed at a time: bounds memory at a few megabytes, whatever the size of the ref. */
const CHUNK = 512

/**
 * Reads notes, a few hundred at a time; while one part is used, the next is on its way. Ends after a failure. A note
 * whose blob is missing may speak of anything.
 */
export async function* readIndexedNotes(
  git: GitBackend,
  notes: readonly (readonly [CommitId, BlobsByRef])[],
  options?: CallOptions,
): AsyncGenerator<Result<readonly IndexedNote[], GitError>, void, undefined> {
  let next = readChunk(git, notes.slice(0, CHUNK), options)
  for (let start = 0; start < notes.length; start += CHUNK) {
    options?.onProgress?.({ step: 'indexing notes', done: start, total: notes.length })
    const chunk = await next
    if (chunk.isErr()) {
      yield err(chunk.error)
      return
    }
    next = readChunk(git, notes.slice(start + CHUNK, start + 2 * CHUNK), options)
    yield ok(chunk.value.map(indexNote))
  }
}

type RawNote = Omit<IndexedNote, 'facts'> & { readonly bytes: readonly (Uint8Array | undefined)[] }

async function readChunk(
  git: GitBackend,
  chunk: readonly (readonly [CommitId, BlobsByRef])[],
  options?: CallOptions,
): Promise<Result<readonly RawNote[], GitError>> {
  if (chunk.length === 0) return ok([])
  const wanted = chunk.map(([, byRef]) => blobsOf(byRef))
  const ids = chunk.map(([commit]) => commit)
  const [contents, commits] = await Promise.all([
    git.readBlobs([...new Set(wanted.flat())], options),
    git.readCommits(ids, options),
  ])
  if (contents.isErr()) return err(contents.error)
  if (commits.isErr()) return err(commits.error)
  return ok(
    chunk.map(([commit, byRef], position) => {
      const blobs = wanted[position] ?? []
      const bytes = blobs.map((id) => contents.value.get(id))
      return { commit, byRef, blobs, committedAt: commits.value.get(commit)?.committer.time ?? -1, bytes }
    }),
  )
}

function indexNote({ bytes, ...note }: RawNote): IndexedNote {
  const found = bytes.filter((content) => content !== undefined)
  const facts = readNoteFacts(note.commit, found)
  return { ...note, facts: found.length === bytes.length ? facts : { ...facts, commitWide: true } }
}
