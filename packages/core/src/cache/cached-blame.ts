import { err, ok, safeTry, type CommitId, type LineRange, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { BlameHunk, BlameRequest, GitBackend, GitError } from '../contracts/git-backend.ts'
import { hashText } from './hash-text.ts'
import { readJson, writeJson } from './json-cache.ts'
import { createRecentMap } from './recent-map.ts'

/** Blame of whole files, remembered: the answer for a commit, a path and a bound never changes. */
export type CachedBlame = (
  request: Omit<BlameRequest, 'ranges'> & { readonly version: string },
  options?: CallOptions,
) => ResultAsync<readonly BlameHunk[], GitError>

type StoredHunk = readonly [
  commit: number,
  path: number,
  original: number,
  final: number,
  lines: number,
  boundary: 0 | 1,
]

interface StoredBlame {
  readonly format: 1
  readonly path: string
  readonly version: string
  readonly commits: readonly (readonly [id: string, committedAt: number])[]
  readonly paths: readonly string[]
  readonly hunks: readonly StoredHunk[]
}

/** Files whose blame is kept in memory. */
const MEMORY_ENTRIES = 64

/**
 * `version` names everything the answer depends on besides the path. One slot per path is kept in storage, so the
 * cache is bounded by the number of files ever asked about. Blame of uncommitted states stays in memory.
 */
export function createCachedBlame(git: GitBackend, storage?: CacheStorage): CachedBlame {
  const memory = createRecentMap<readonly BlameHunk[]>(MEMORY_ENTRIES)

  function blame(
    { version, ...request }: Omit<BlameRequest, 'ranges'> & { readonly version: string },
    options?: CallOptions,
  ): ResultAsync<readonly BlameHunk[], GitError> {
    return safeTry(async function* () {
      const memoryKey = `${version}\0${request.path}`
      const known = memory.get(memoryKey)
      if (known !== undefined) return ok(known)
      const key = `blame/${hashText(request.path)}.json`
      const committed = typeof request.at === 'object'
      if (storage !== undefined && committed) {
        const stored = await readJson<StoredBlame>(storage, key)
        if (stored?.format === 1 && stored.path === request.path && stored.version === version) {
          const hunks = unpackHunks(stored)
          memory.set(memoryKey, hunks)
          return ok(hunks)
        }
      }
      if (git.blame === undefined) {
        const message = `The git backend ${git.name} has no blame. Wrap it with withBlame from @chronicle/blame.`
        return err(codedError('unsupported', message))
      }
      const found = yield* git.blame(request, options)
      memory.set(memoryKey, found)
      if (storage !== undefined && committed) await writeJson(storage, key, packHunks(request.path, version, found))
      return ok(found)
    })
  }

  return (request, options) => blame(request, options)
}

function packHunks(path: string, version: string, hunks: readonly BlameHunk[]): StoredBlame {
  const commits = new Map<string, readonly [index: number, committedAt: number]>()
  const paths = new Map<string, number>()
  const packed = hunks.map((hunk): StoredHunk => {
    const id = hunk.commit ?? ''
    const commit = commits.get(id) ?? [commits.size, hunk.committedAt ?? -1]
    commits.set(id, commit)
    const pathIndex = paths.get(hunk.originalPath) ?? paths.size
    paths.set(hunk.originalPath, pathIndex)
    const lines = hunk.final.end - hunk.final.start + 1
    return [commit[0], pathIndex, hunk.original.start, hunk.final.start, lines, hunk.boundary ? 1 : 0]
  })
  const stored = [...commits].map(([id, [, committedAt]]) => [id, committedAt] as const)
  return { format: 1, path, version, commits: stored, paths: [...paths.keys()], hunks: packed }
}

function unpackHunks(stored: StoredBlame): readonly BlameHunk[] {
  return stored.hunks.map(([commit, path, original, final, lines, boundary]): BlameHunk => {
    const [id, committedAt] = stored.commits[commit] ?? ['', -1]
    return {
      commit: id === '' ? undefined : (id as CommitId),
      originalPath: (stored.paths[path] ?? stored.path) as RepoPath,
      original: run(original, lines),
      final: run(final, lines),
      ...(committedAt < 0 ? {} : { committedAt }),
      boundary: boundary === 1,
    }
  })
}

function run(start: number, lines: number): LineRange {
  return { start, end: start + lines - 1 }
}
