import { groupBy, ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'

/**
 * Maximum number of commits of the same second to examine for their order: an import can give a whole history the same
 * time.
 */
const MAX_COMMITS_OF_ONE_SECOND = 1000

/**
 * Orders commits by committer time in seconds. Those of the same second are ordered ancestors first, otherwise by id. A
 * rebase creates many commits in one second.
 */
export function orderByTime(
  git: Pick<GitBackend, 'readCommits'>,
  commits: ReadonlyMap<CommitId, number>,
  options: CallOptions,
): ResultAsync<readonly CommitId[], GitError> {
  return safeTry(async function* () {
    const bySecond = groupBy(commits.keys(), (commit) => commits.get(commit) ?? 0)
    const ordered: CommitId[] = []
    for (const [time, group] of [...bySecond].sort(([a], [b]) => a - b)) {
      group.sort()
      if (group.length === 1) {
        ordered.push(...group)
        continue
      }
      const parents = yield* parentsOfSecond(git, group, time, options)
      const wanted = new Set(group)
      ordered.push(...ancestorsFirst(group, parents).filter((commit) => wanted.has(commit)))
    }
    return ok(ordered)
  })
}

/** Returns the parents of the given commits and of their ancestors in the same second. */
function parentsOfSecond(
  git: Pick<GitBackend, 'readCommits'>,
  group: readonly CommitId[],
  time: number,
  options: CallOptions,
): ResultAsync<ReadonlyMap<CommitId, readonly CommitId[]>, GitError> {
  return safeTry(async function* () {
    const parents = new Map<CommitId, readonly CommitId[]>()
    const seen = new Set(group)
    let next = group
    while (next.length > 0 && seen.size <= MAX_COMMITS_OF_ONE_SECOND) {
      const read = yield* git.readCommits(next, options)
      const older = new Set<CommitId>()
      for (const { id, committer, parents: own } of read.values()) {
        if (committer.time !== time) continue
        parents.set(id, own)
        for (const parent of own) if (!seen.has(parent)) older.add(parent)
      }
      for (const parent of older) seen.add(parent)
      next = [...older]
    }
    return ok(parents)
  })
}

function ancestorsFirst(
  commits: readonly CommitId[],
  parents: ReadonlyMap<CommitId, readonly CommitId[]>,
): readonly CommitId[] {
  const done = new Set<CommitId>()
  const entered = new Set<CommitId>()
  const open = [...commits].reverse()
  for (let commit = open.at(-1); commit !== undefined; commit = open.at(-1)) {
    const waiting = entered.has(commit) ? [] : (parents.get(commit) ?? []).filter((parent) => !entered.has(parent))
    entered.add(commit)
    if (waiting.length > 0) {
      open.push(...waiting)
      continue
    }
    open.pop()
    done.add(commit)
  }
  return [...done]
}
