import type { CommitId, RepoPath } from '@chronicle/schema'
import { createRecentMap, listLog, type CallOptions, type GitBackend } from '@chronicle/core/contracts'
import { countCoChanges, type CoChange, type CoChangeLookup } from './co-change.ts'

/** Maximum number of earlier commits to examine: what was true long ago may no longer hold. */
const WINDOW = 500
/** Number of commits whose changes are read at once. */
const BATCH_SIZE = 250
/** Maximum number of commits whose files are cached: several windows, whatever the length of the history. */
const MAX_CACHED_COMMITS = 8 * WINDOW
/** Number of commits to list at first. It is multiplied by four whenever a commit is not in the list. */
const INITIAL_LIMIT = 4000

/**
 * Creates a lookup of the files that changed together in the commits before a given one. The history is listed from
 * `from`, in the order of `git log`, as far as needed. The changes of each part are read when first needed, and dropped
 * after many others were read. For a commit that is not in the list, or when git fails, the lookup returns nothing.
 */
export function createCoChangeLookup(git: GitBackend, from: CommitId, options: CallOptions = {}): CoChangeLookup {
  let order: readonly CommitId[] = []
  let positions: ReadonlyMap<CommitId, number> = new Map()
  let isWhole = false
  const filesOf = createRecentMap<CommitId, readonly RepoPath[]>(MAX_CACHED_COMMITS)

  async function list(limit: number): Promise<void> {
    // Reading the commits themselves reports the same failure.
    const listed = (await listLog(git, { from, limit }, options)).unwrapOr([])
    isWhole = listed.length < limit
    order = listed.filter(({ parents }) => parents.length < 2).map(({ id }) => id)
    positions = new Map(order.map((id, position) => [id, position]))
  }

  async function positionOf(commit: CommitId): Promise<number | undefined> {
    for (let limit = INITIAL_LIMIT; ; limit *= 4) {
      const position = positions.get(commit)
      if (isWhole || (position !== undefined && position + WINDOW < order.length)) return position
      if (order.length < limit) await list(limit)
    }
  }

  /** Reads whole portions, so that the next commit, whose window is shifted by one, finds them in the cache. */
  async function read(start: number, end: number): Promise<void> {
    for (let portion = start - (start % BATCH_SIZE); portion < end; portion += BATCH_SIZE) {
      const commits = order.slice(portion, portion + BATCH_SIZE).filter((id) => filesOf.get(id) === undefined)
      if (commits.length === 0) continue
      const found = await changedPaths(git, commits, options)
      if (found === undefined) return
      for (const [commit, paths] of found) filesOf.set(commit, paths)
    }
  }

  return async (path, { commit }): Promise<readonly CoChange[]> => {
    const position = await positionOf(commit.id)
    if (position === undefined) return []
    const end = Math.min(position + 1 + WINDOW, order.length)
    await read(position + 1, end)
    return countCoChanges(order.slice(position + 1, end).map((id) => filesOf.get(id) ?? []))(path)
  }
}

async function changedPaths(
  git: GitBackend,
  commits: readonly CommitId[],
  options: CallOptions,
): Promise<ReadonlyMap<CommitId, readonly RepoPath[]> | undefined> {
  if (git.changedPaths !== undefined) return (await git.changedPaths(commits, options)).unwrapOr(undefined)
  const changes = await git.changesOf?.(commits, options)
  if (changes === undefined || changes.isErr()) return undefined
  return new Map(
    changes.value.map(({ commit, files }) => [
      commit,
      files.map(({ newPath, oldPath }) => (newPath ?? oldPath) as RepoPath),
    ]),
  )
}
