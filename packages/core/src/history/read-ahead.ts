import { err, type BlobId, type RepoPath } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { FileContent, GitBackend } from '../contracts/git-backend.ts'
import type { FileState, FileText, FileTexts } from '../place/file-texts.ts'

/** States that are read at one go, and the bytes that they should not exceed by much. */
const MAX_STATES = 48
const MAX_BYTES = 4 << 20

interface ReadAheadOptions {
  readonly call: CallOptions
  /** Makes the outline of a state when it is asked for. */
  readonly unitsOf: (path: RepoPath, content: FileContent) => FileText['units']
}

/**
 * Opens states that will be asked for in a known order: with one that is not there yet, the next ones are read, too. One
 * request for each would cost more than the comparison of two states.
 */
export function withReadAhead(
  texts: FileTexts,
  git: GitBackend,
  upcoming: readonly FileState[],
  { call, unitsOf }: ReadAheadOptions,
): FileTexts {
  const positions = new Map<BlobId, number>()
  for (const [index, { blob }] of upcoming.entries()) positions.set(blob, index)
  const opened = new Set<BlobId>()
  let most = 4

  return {
    ...texts,
    async open(state) {
      const position = positions.get(state.blob)
      if (position === undefined || opened.has(state.blob)) return texts.open(state)
      const wanted = [...new Map(upcoming.slice(position).map((each) => [each.blob, each])).values()]
      const next = wanted.filter(({ blob }) => !opened.has(blob)).slice(0, most)
      const read = await git.readBlobs(
        next.map(({ blob }) => blob),
        call,
      )
      // One of them may be too large; the others are not lost because of it.
      if (read.isErr()) return read.error.code === 'file_too_large' ? texts.open(state) : err(read.error)
      let bytes = 1
      for (const { blob, path } of next) {
        opened.add(blob)
        const content = read.value.get(blob)
        if (content === undefined) continue
        bytes += content.length
        const file: FileContent = { kind: 'file', id: blob, bytes: content }
        texts.add(path, file, unitsOf(path, file))
      }
      most = Math.max(1, Math.min(MAX_STATES, 2 * most, Math.floor((MAX_BYTES * next.length) / bytes)))
      return texts.open(state)
    },
  }
}
