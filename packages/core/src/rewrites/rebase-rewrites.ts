import type { CommitId } from '@chronicle/schema'
import type { HistoryEntry } from '../contracts/git-backend.ts'
import type { Rewrite } from './rewrite.ts'

/** One line of git's input to a post-rewrite hook. */
export interface RewrittenPair {
  readonly from: CommitId
  readonly to: CommitId
}

/** The facts about a completed rebase. */
export interface RebaseFacts {
  /** Pairs in the order in which git reported them. */
  readonly pairs: readonly RewrittenPair[]
  /** Commits that were amended during the rebase, oldest first: git reports each when it happens. */
  readonly amends: readonly RewrittenPair[]
  /** Commits of the branch on top of its new base, parents before children. Absent when unknown. */
  readonly commits?: readonly Pick<HistoryEntry, 'id' | 'parents'>[]
  /** Commits of the branch that were committed during the rebase, by hand or by a command of the rebase. */
  readonly committed: ReadonlySet<CommitId>
  /**
   * Commits of the branch that were put on top of the previous commit rather than in its place, and so contain only one
   * commit. Git reports that a commit skipped after a conflict became whatever was there.
   */
  readonly putOnTop: ReadonlySet<CommitId>
}

/**
 * Returns the rewrites of a rebase. Git names one successor for each commit: for a split commit, the last part; for a
 * commit after which another was inserted, the inserted one. The commits now on the branch distinguish the two cases.
 */
export function rewritesOfRebase(facts: RebaseFacts): readonly Rewrite[] {
  const { amends, commits = [], committed } = facts
  const branch = new Map(commits.map((commit) => [commit.id, commit]))
  const pairs = withoutSkipped(facts)
  // A commit that still exists was not rewritten: its reported successor was inserted after it.
  const steps = [...amends, ...pairs].filter(({ from, to }) => from !== to && !branch.has(from))
  const next = new Map<CommitId, CommitId[]>()
  for (const { from, to } of steps) next.set(from, [...(next.get(from) ?? []), to])
  const mapped = new Set([...amends, ...pairs].map(({ to }) => to))
  return [...next].flatMap(([from, direct]): readonly Rewrite[] => {
    const reached = reachedFrom(from, next)
    const there = [...reached].filter((id) => branch.has(id))
    const parts = new Set<CommitId>()
    for (const last of there) {
      for (let id: CommitId | undefined = last; id !== undefined; id = branch.get(id)?.parents[0]) {
        const isPart = reached.has(id) || (committed.has(id) && branch.has(id) && !mapped.has(id))
        if (!isPart) break
        parts.add(id)
      }
    }
    // Without parts on the branch, a later step continued from there, or the branch is unknown.
    const targets = parts.size === 0 ? direct : [...parts].reverse()
    return targets.map((to) => ({ from: [from], to, operation: 'amend' as const }))
  })
}

/** Omits the pairs of skipped commits: their target belongs to another commit, or was not created by the rebase. */
function withoutSkipped({ pairs, amends, commits, putOnTop }: RebaseFacts): readonly RewrittenPair[] {
  if (commits === undefined) return pairs
  const made = new Set([...commits.map(({ id }) => id), ...amends.map(({ from }) => from)])
  const seenCommits = new Set<CommitId>()
  return pairs.filter(({ to }) => {
    const isFirst = !seenCommits.has(to)
    seenCommits.add(to)
    return made.has(to) && (isFirst || !putOnTop.has(to))
  })
}

/** Returns every commit that steps lead to from a given one. */
function reachedFrom(from: CommitId, next: ReadonlyMap<CommitId, readonly CommitId[]>): ReadonlySet<CommitId> {
  const reached = new Set<CommitId>()
  const open = [...(next.get(from) ?? [])]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    open.push(...(next.get(id) ?? []))
  }
  reached.delete(from)
  return reached
}
