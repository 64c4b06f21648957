import { err, ok, safeTry, type CommitId, type LineRange, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { BlameHunk, BlameRequest, GitBackend, GitError } from '../contracts/git-backend.ts'
import { createPathSlots } from './path-slots.ts'
import { createRecentMap } from '../contracts/recent-map.ts'

/** Cached blame of whole files: the result for a commit, a path and a bound never changes. */
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
  readonly version: string
  readonly commits: readonly (readonly [id: string, committedAt: number])[]
  readonly paths: readonly string[]
  readonly hunks: readonly StoredHunk[]
}

/** Maximum number of files whose blame is cached in memory. */
const MEMORY_ENTRIES = 64

/**
 * Creates a blame cache. `version` identifies everything that the result depends on besides the path. Storage has one
 * slot per path. Blame of uncommitted states is cached only in memory.
 */
export function createCachedBlame(git: GitBackend, storage?: CacheStorage): CachedBlame {
  const memory = createRecentMap<string, readonly BlameHunk[]>(MEMORY_ENTRIES)
  const slots = createPathSlots<StoredBlame>('blame', 1, storage)

  function blame(
    { version, ...request }: Omit<BlameRequest, 'ranges'> & { readonly version: string },
    options?: CallOptions,
  ): ResultAsync<readonly BlameHunk[], GitError> {
    return safeTry(async function* () {
      const memoryKey = `${version}\0${request.path}`
      const known = memory.get(memoryKey)
      if (known !== undefined) return ok(known)
      const committed = typeof request.at === 'object'
      const stored = committed ? await slots.read(request.path) : undefined
      if (stored?.version === version) {
        const hunks = unpackHunks(request.path, stored)
        memory.set(memoryKey, hunks)
        return ok(hunks)
      }
      if (git.blame === undefined) {
        const message = `The git backend ${git.name} has no blame. Wrap it with withBlame from @chronicle/blame.`
        return err(codedError('unsupported', message))
      }
      const found = yield* git.blame(request, options)
      memory.set(memoryKey, found)
      if (committed) await slots.write(request.path, packHunks(version, found))
      return ok(found)
    })
  }

  return (request, options) => blame(request, options)
}

function packHunks(version: string, hunks: readonly BlameHunk[]): StoredBlame {
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
  return { version, commits: stored, paths: [...paths.keys()], hunks: packed }
}

function unpackHunks(blamed: RepoPath, stored: StoredBlame): readonly BlameHunk[] {
  return stored.hunks.map(([commit, path, original, final, lines, boundary]): BlameHunk => {
    const [id, committedAt] = stored.commits[commit] ?? ['', -1]
    return {
      commit: id === '' ? undefined : (id as CommitId),
      originalPath: (stored.paths[path] ?? blamed) as RepoPath,
      original: run(original, lines),
      final: run(final, lines),
      ...(committedAt >= 0 && { committedAt }),
      boundary: boundary === 1,
    }
  })
}

function run(start: number, lines: number): LineRange {
  return { start, end: start + lines - 1 }
}
