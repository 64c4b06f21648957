import { isObjectId, type CommitId } from '@chronicle/schema'
import type { LostCommits } from './find-lost.ts'
import type { Match } from './match.ts'

/** New commits by old ones; `removed` when the commit was removed from the history. */
export type CommitMap = ReadonlyMap<CommitId, CommitId | 'removed'>

/** The matches of lost commits according to a commit map. */
export interface MappedMatches {
  readonly matches: readonly Match[]
  readonly removed: readonly CommitId[]
  /** Targets of the map that are lost themselves. */
  readonly lostTargets: ReadonlySet<CommitId>
}

const NOTHING = /^0+$/

/**
 * Parses a map of old and new commits, one pair on each line, as `git filter-repo` writes it to
 * `filter-repo/commit-map` in the git directory and BFG to `object-id-map.old-new.txt`. Other lines are ignored.
 */
export function parseCommitMap(text: string): CommitMap {
  const map = new Map<CommitId, CommitId | 'removed'>()
  for (const line of text.split('\n')) {
    const [from = '', to = '', ...rest] = line.trim().split(/\s+/)
    if (rest.length > 0 || !isObjectId(from) || from.length !== to.length || from === to) continue
    if (NOTHING.test(to)) map.set(from as CommitId, 'removed')
    else if (isObjectId(to)) map.set(from as CommitId, to as CommitId)
  }
  return map
}

/** Follows a map over all rewrites that it contains and returns the final commit. */
export function followMap(map: CommitMap, from: CommitId): CommitId | 'removed' | undefined {
  const seen = new Set<CommitId>()
  let at: CommitId | 'removed' | undefined = map.get(from)
  while (at !== undefined && at !== 'removed' && !seen.has(at)) {
    seen.add(at)
    const next = map.get(at)
    if (next === undefined) return at
    at = next
  }
  return at === 'removed' ? at : undefined
}

export function mappedMatches({ annotated, missing, history }: LostCommits, map: CommitMap = new Map()): MappedMatches {
  const lost = new Set(history.map(({ id }) => id))
  const matches: Match[] = []
  const removed: CommitId[] = []
  const lostTargets = new Set<CommitId>()
  if (map.size === 0) return { matches, removed, lostTargets }
  for (const commit of [...annotated, ...missing]) {
    const to = followMap(map, commit)
    if (to === undefined) continue
    if (to === 'removed') {
      removed.push(commit)
      continue
    }
    if (lost.has(to)) lostTargets.add(to)
    const why = [`the map of rewritten commits says so`]
    matches.push({ from: [commit], to, operation: 'amend', rule: 'commit_map', why })
  }
  return { matches, removed, lostTargets }
}
