import { isSameBytes, ok, Result, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { FileContent } from '../contracts/git-backend.ts'
import { isBinary } from '../text/text-bytes.ts'
import type { ReadContext, QueriedCommit } from './read-context.ts'
import type { ReadError } from './read-error.ts'
import { fileName } from '../text/file-name.ts'

/** A file and its content. */
export interface FileWithContent {
  readonly path: RepoPath
  readonly bytes: Uint8Array
}

/** A file that may have been renamed outside of git. */
export interface SimilarFile extends FileWithContent {
  /** Share of the larger file that both have in common, in (0, 1]. */
  readonly share: number
}

/** Minimum share of a file in common for git to treat it as renamed. */
const RENAMED_SHARE = 0.5
/** Maximum number of files to compare with one file. */
const MAX_COMPARED = 50

/**
 * Finds the committed file that is missing from the working tree and most similar to an untracked file: it was moved
 * without git. `undefined` when none is similar.
 */
export function findMovedFile(
  path: RepoPath,
  content: FileContent,
  { head }: Pick<QueriedCommit, 'head'>,
  { call, git }: Pick<ReadContext, 'call' | 'git'>,
): ResultAsync<SimilarFile | undefined, ReadError> {
  return safeTry(async function* () {
    if (content.kind !== 'file') return ok(undefined)
    const there = new Set(yield* git.listFiles('WORKTREE', undefined, call))
    const committed = yield* git.listFiles({ commit: head }, undefined, call)
    const gone = committed.filter((file) => !there.has(file))
    const likely = sameNameFirst(gone, [path]).slice(0, MAX_COMPARED)
    const read = await Promise.all(likely.map((file) => git.readFile({ commit: head }, file, call)))
    const contents = yield* Result.combine(read)
    const held = likely.flatMap((file, index): readonly FileWithContent[] => {
      const before = contents[index]
      return before?.kind === 'file' ? [{ path: file, bytes: before.bytes }] : []
    })
    return ok(mostSimilar({ path, bytes: content.bytes }, held))
  })
}

/** Returns the file most similar to a given one; among equally similar files, one with the same name is preferred. */
export function mostSimilar(
  { bytes, path }: FileWithContent,
  files: readonly FileWithContent[],
): SimilarFile | undefined {
  if (bytes.length === 0) return undefined
  const byPath = new Map(files.map((file) => [file.path, file]))
  let best: SimilarFile | undefined
  for (const name of sameNameFirst([...byPath.keys()], [path])) {
    const file = byPath.get(name)
    const share = file === undefined ? 0 : shareOf(file.bytes, bytes)
    if (file !== undefined && share >= RENAMED_SHARE && share > (best?.share ?? 0)) best = { ...file, share }
  }
  return best
}

/** Sorts paths whose file name occurs among the others first, because most moved files keep their name. */
export function sameNameFirst(paths: readonly RepoPath[], others: readonly RepoPath[]): readonly RepoPath[] {
  const names = new Set(others.map(fileName))
  return [...paths].sort((a, b) => Number(names.has(fileName(b))) - Number(names.has(fileName(a))))
}

/**
 * Returns the share of characters in lines that both files have, relative to the larger file. Binary files are either
 * equal or not.
 */
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
