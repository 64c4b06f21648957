import type { CommitId } from '@chronicle/schema'
import type { HistoryEntry } from '../contracts/git-backend.ts'
import type { Rewrite } from './rewrite.ts'

/** One line of what git gives to a post-rewrite hook. */
export interface RewrittenPair {
  readonly from: CommitId
  readonly to: CommitId
}

/** What is known of a rebase that has ended. */
export interface RebaseFacts {
  /** As git gave them, in its order. */
  readonly pairs: readonly RewrittenPair[]
  /** Commits that were amended on the way, oldest first: git tells of each when it happens. */
  readonly amends: readonly RewrittenPair[]
  /** What the branch has now on top of what it was put on, parents before children. Absent: not known. */
  readonly commits?: readonly Pick<HistoryEntry, 'id' | 'parents'>[]
  /** Those of them that somebody committed on the way, by hand or by a command of the rebase. */
  readonly committed: ReadonlySet<CommitId>
  /**
   * Those of them that were put on top of the commit before rather than in its place, and so hold one commit alone. Of
   * one that is skipped after a conflict, git says that it became whatever was there.
   */
  readonly putOnTop: ReadonlySet<CommitId>
}

/**
 * Returns what took the place of what in a rebase. Git names one successor for each commit: of one that was split, the
 * last part; of one after which another was put in, that other. What the branch has now tells both apart.
 */
export function rewritesOfRebase(facts: RebaseFacts): readonly Rewrite[] {
  const { amends, commits = [], committed } = facts
  const branch = new Map(commits.map((commit) => [commit.id, commit]))
  const pairs = withoutSkipped(facts)
  // A commit that is still there was not rewritten: what is said to have taken its place was put in after it.
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
    // Not on the branch: a later step led on from there, or the branch is not known.
    const targets = parts.size === 0 ? direct : [...parts].reverse()
    return targets.map((to) => ({ from: [from], to, operation: 'amend' as const }))
  })
}

/** Leaves out the pairs of skipped commits: their target is of another commit, or none that the rebase made. */
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

/** Every commit that steps lead to from one. */
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
