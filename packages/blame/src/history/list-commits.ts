import type { GitError, HistoryRequest } from '@chronicle/core/contracts'
import { ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import { CommitQueue } from '../commit-queue.ts'
import type { CommitNode, ObjectReader } from '../object-reader.ts'

/** Returns the commits reachable from `from` and from none of `exclude`, parents before children. */
export function listCommits(
  reader: ObjectReader,
  { from, exclude = [] }: HistoryRequest,
): ResultAsync<readonly CommitNode[], GitError> {
  return safeTry(async function* () {
    const excluded = yield* listAncestors(reader, exclude, new Set())
    const starts = typeof from === 'string' ? [from] : from
    const included = yield* listAncestors(reader, starts, new Set(excluded.keys()))
    return ok(parentsFirst(included))
  })
}

/**
 * Returns `starts` and their ancestors, without `stops` and the commits reachable only through them. One call per
 * generation.
 */
function listAncestors(
  reader: ObjectReader,
  starts: readonly CommitId[],
  stops: ReadonlySet<CommitId>,
): ResultAsync<ReadonlyMap<CommitId, CommitNode>, GitError> {
  return safeTry(async function* () {
    const ancestors = new Map<CommitId, CommitNode>()
    let generation = starts
    while (generation.length > 0) {
      const next = new Set<CommitId>()
      const unseen = [...new Set(generation)].filter((id) => !ancestors.has(id) && !stops.has(id))
      for (const commit of yield* reader.commits(unseen)) {
        ancestors.set(commit.id, commit)
        for (const parent of commit.parents) next.add(parent)
      }
      generation = [...next]
    }
    return ok(ancestors)
  })
}

/** Orders commits so that each comes after its parents, and otherwise oldest first. */
function parentsFirst(commits: ReadonlyMap<CommitId, CommitNode>): readonly CommitNode[] {
  const children = new Map<CommitId, number>([...commits.keys()].map((id) => [id, 0]))
  for (const { parents } of commits.values()) {
    for (const parent of parents) if (children.has(parent)) children.set(parent, (children.get(parent) ?? 0) + 1)
  }
  const ready = new CommitQueue<CommitNode>()
  for (const [id, count] of children) if (count === 0) ready.push(commits.get(id)!)
  const ordered: CommitNode[] = []
  for (let commit = ready.pop(); commit !== undefined; commit = ready.pop()) {
    ordered.push(commit)
    for (const parent of commit.parents) {
      const left = (children.get(parent) ?? 0) - 1
      if (!children.has(parent)) continue
      children.set(parent, left)
      if (left === 0) ready.push(commits.get(parent)!)
    }
  }
  return ordered.reverse()
}
