import { err, ok, safeTry, type BlobId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'
import type { FileState, FileTexts } from '../place/file-texts.ts'

/** First and maximum number of states to read at a time, and the approximate maximum of their total size in bytes. */
const FIRST_STATES = 4
const MAX_STATES = 32
const MAX_BYTES = 4 << 20

/** States being read, by blob. `false`: they could not be read together. */
interface Batch {
  readonly states: readonly FileState[]
  readonly read: ResultAsync<boolean, GitError>
}

/**
 * Opens states that will be requested in a known order. Opening one that is not loaded also reads the next ones, and
 * while those are compared, the ones after them. A request for each would cost more than comparing two states.
 */
export function withReadAhead(
  texts: FileTexts,
  git: GitBackend,
  upcoming: readonly FileState[],
  call: CallOptions,
): FileTexts {
  const wanted = [...new Map(upcoming.map((state) => [state.blob, state])).values()]
  const positions = new Map<BlobId, number>(wanted.map(({ blob }, index) => [blob, index]))
  const batches = new Map<BlobId, Batch>()
  let size = FIRST_STATES

  function startBatch(from: number): Batch {
    const states: FileState[] = []
    for (let at = from; at < wanted.length && states.length < size; at++) {
      const state = wanted[at]
      if (state !== undefined && !batches.has(state.blob)) states.push(state)
    }
    const batch: Batch = { states, read: readBatch(states) }
    for (const { blob } of states) batches.set(blob, batch)
    return batch
  }

  function readBatch(states: readonly FileState[]): ResultAsync<boolean, GitError> {
    return safeTry(async function* () {
      const read = await git.readBlobs(
        states.map(({ blob }) => blob),
        call,
      )
      // One state may be too large. The others can still be read one by one.
      if (read.isErr()) return read.error.code === 'file_too_large' ? ok(false) : err(read.error)
      let bytes = 1
      for (const { blob, path } of states) {
        const content = read.value.get(blob)
        if (content === undefined) continue
        bytes += content.length
        texts.add(path, { kind: 'file', id: blob, bytes: content })
      }
      size = Math.max(1, Math.min(MAX_STATES, 2 * states.length, Math.floor((MAX_BYTES * states.length) / bytes)))
      return ok(true)
    })
  }

  return {
    ...texts,
    open(state) {
      return safeTry(async function* () {
        const position = positions.get(state.blob)
        if (position === undefined) return texts.open(state)
        const known = batches.get(state.blob)
        const batch = known ?? startBatch(position)
        yield* await batch.read
        const { states } = batch
        const next = position + states.length
        // The first batches are not followed by others ahead of time, because most lines are younger than their file.
        if (known !== undefined && states.length > FIRST_STATES && state.blob === states[1]?.blob) startNext(next)
        return texts.open(state)
      })
    },
  }

  function startNext(position: number): void {
    const following = wanted[position]
    if (following !== undefined && !batches.has(following.blob)) startBatch(position)
  }
}
