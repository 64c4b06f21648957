import { isSameBytes, ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { FileContent } from '../contracts/git-backend.ts'
import { isBinary } from '../text/text-bytes.ts'
import type { ReadContext, QueriedCommit } from './read-context.ts'
import type { ReadError } from './read-error.ts'

/** A file that may have been renamed outside of git. */
export interface LikeFile {
  readonly path: RepoPath
  /** How much of the larger of the two is in both, in (0, 1]. */
  readonly share: number
}

/** Share of a file from which on git takes it for a renamed one. */
const RENAMED_SHARE = 0.5
/** Files that are compared with one. */
const MAX_COMPARED = 50

/**
 * The committed file that the working tree has no more and that an untracked file is most like: it was moved without
 * git being told. `undefined` where it is like none.
 */
export function findMovedFile(
  path: RepoPath,
  content: FileContent,
  { head }: Pick<QueriedCommit, 'head'>,
  { call, git }: Pick<ReadContext, 'call' | 'git'>,
): ResultAsync<LikeFile | undefined, ReadError> {
  return safeTry(async function* () {
    if (content.kind !== 'file') return ok(undefined)
    const there = new Set(yield* git.listFiles('WORKTREE', undefined, call))
    const committed = yield* git.listFiles({ commit: head }, undefined, call)
    const gone = committed.filter((file) => !there.has(file))
    return mostLike(path, content.bytes, gone, { head }, { call, git })
  })
}

/** Of files that a commit has, the one that a file is most like; `undefined` where it is like none. */
export function mostLike(
  path: RepoPath,
  bytes: Uint8Array,
  files: readonly RepoPath[],
  { head }: Pick<QueriedCommit, 'head'>,
  { call, git }: Pick<ReadContext, 'call' | 'git'>,
): ResultAsync<LikeFile | undefined, ReadError> {
  return safeTry(async function* () {
    if (bytes.length === 0) return ok(undefined)
    const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1)
    // Most files that are moved keep their name or their folder; of those that are alike, the first counts.
    const likelyFirst = [...files].sort(
      (a, b) => Number(nameOf(b) === nameOf(path)) - Number(nameOf(a) === nameOf(path)),
    )
    let best: LikeFile | undefined
    for (const file of likelyFirst.slice(0, MAX_COMPARED)) {
      const before = yield* git.readFile({ commit: head }, file, call)
      if (before?.kind !== 'file') continue
      const share = shareOf(before.bytes, bytes)
      if (share >= RENAMED_SHARE && share > (best?.share ?? 0)) best = { path: file, share }
    }
    return ok(best)
  })
}

/** The characters of the lines that are in both files, of those of the larger one. Binary files are the same or not. */
function shareOf(before: Uint8Array, after: Uint8Array): number {
  if (isSameBytes(before, after)) return 1
  if (isBinary(before) || isBinary(after)) return 0
  const [older, newer] = [before, after].map((bytes) => new TextDecoder().decode(bytes)) as [string, string]
  const left = new Map<string, number>()
  for (const line of older.split('\n')) left.set(line, (left.get(line) ?? 0) + 1)
  let shared = 0
  for (const line of newer.split('\n')) {
    const count = left.get(line) ?? 0
    if (count === 0) continue
    left.set(line, count - 1)
    shared += line.length + 1
  }
  return Math.min(1, shared / Math.max(older.length, newer.length))
}
