import { isSameBytes, ok, Result, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { FileContent } from '../contracts/git-backend.ts'
import { isBinary } from '../text/text-bytes.ts'
import type { ReadContext, QueriedCommit } from './read-context.ts'
import type { ReadError } from './read-error.ts'

/** A file with what is in it. */
export interface HeldFile {
  readonly path: RepoPath
  readonly bytes: Uint8Array
}

/** A file that may have been renamed outside of git. */
export interface LikeFile extends HeldFile {
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
    const likely = sameNameFirst(gone, [path]).slice(0, MAX_COMPARED)
    const read = await Promise.all(likely.map((file) => git.readFile({ commit: head }, file, call)))
    const contents = yield* Result.combine(read)
    const held = likely.flatMap((file, index): readonly HeldFile[] => {
      const before = contents[index]
      return before?.kind === 'file' ? [{ path: file, bytes: before.bytes }] : []
    })
    return ok(mostLike({ path, bytes: content.bytes }, held))
  })
}

/** Of some files the one that another is most like; of those that are as much like it, the one of the same name. */
export function mostLike({ bytes, path }: HeldFile, files: readonly HeldFile[]): LikeFile | undefined {
  if (bytes.length === 0) return undefined
  const byPath = new Map(files.map((file) => [file.path, file]))
  let best: LikeFile | undefined
  for (const name of sameNameFirst([...byPath.keys()], [path])) {
    const file = byPath.get(name)
    const share = file === undefined ? 0 : shareOf(file.bytes, bytes)
    if (file !== undefined && share >= RENAMED_SHARE && share > (best?.share ?? 0)) best = { ...file, share }
  }
  return best
}

/** Paths whose last part is that of one of some others come first: most files that are moved keep their name. */
export function sameNameFirst(paths: readonly RepoPath[], others: readonly RepoPath[]): readonly RepoPath[] {
  const names = new Set(others.map(nameOf))
  return [...paths].sort((a, b) => Number(names.has(nameOf(b))) - Number(names.has(nameOf(a))))
}

function nameOf(path: RepoPath): string {
  return path.slice(path.lastIndexOf('/') + 1)
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
