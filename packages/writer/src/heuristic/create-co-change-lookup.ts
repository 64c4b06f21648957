import type { CommitId, RepoPath } from '@chronicle/schema'
import type { CallOptions, GitBackend } from '@chronicle/core/contracts'
import { countCoChanges, type CoChange, type CoChangeLookup } from './co-change.ts'

/** Commits before a commit that are looked at: what was true long ago need not be true any more. */
const WINDOW = 500
/** Commits whose changes are asked for at once. */
const AT_ONCE = 250

/**
 * Looks up what changed together in the commits before one. The history is listed once, from `from`, in the order of
 * `git log`; the changes of each part of it are read when they are first needed, and kept. A commit that is not in the
 * list, or a git that fails, has nothing that changes together: that is said of nothing else then either.
 */
export function createCoChangeLookup(git: GitBackend, from: CommitId, options: CallOptions = {}): CoChangeLookup {
  let listing: Promise<ReadonlyMap<CommitId, number>> | undefined
  const order: CommitId[] = []
  const filesOf = new Map<CommitId, readonly RepoPath[]>()

  async function list(): Promise<ReadonlyMap<CommitId, number>> {
    try {
      for await (const { id, parents } of git.log({ from }, options)) if (parents.length < 2) order.push(id)
    } catch {
      // The same failure is reported where the commits themselves are read.
      order.length = 0
    }
    return new Map(order.map((id, position) => [id, position]))
  }

  async function read(commits: readonly CommitId[]): Promise<void> {
    const missing = commits.filter((id) => !filesOf.has(id))
    for (let start = 0; start < missing.length; start += AT_ONCE) {
      const changes = await git.changesOf?.(missing.slice(start, start + AT_ONCE), options)
      if (changes === undefined || changes.isErr()) return
      for (const { commit, files } of changes.value) {
        filesOf.set(
          commit,
          files.map(({ newPath, oldPath }) => (newPath ?? oldPath) as RepoPath),
        )
      }
    }
  }

  return async (path, { commit }): Promise<readonly CoChange[]> => {
    listing ??= list()
    const position = (await listing).get(commit.id)
    if (position === undefined) return []
    const before = order.slice(position + 1, position + 1 + WINDOW)
    await read(before)
    return countCoChanges(before.map((id) => filesOf.get(id) ?? []))(path)
  }
}
