import { groupBy, ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { GitError, Patch } from '../contracts/git-backend.ts'
import type { CommitFacts } from './commit-facts.ts'
import { linearRuns, areOnOneBranch } from './commit-graph.ts'
import type { Claim } from './keep-trusted-claims.ts'
import type { AmbiguousMatch, Match } from './match.ts'
import type { MatchRequest } from './match-commits.ts'

/** Commits whose combined change may be in one commit. */
interface CommitRange {
  /** Oldest first. */
  readonly commits: readonly CommitId[]
  readonly base: CommitId
  readonly tip: CommitId
}

/** The result of matching ranges. */
export interface MatchedRanges {
  readonly matches: readonly Match[]
  readonly ambiguous: readonly AmbiguousMatch[]
}

/**
 * Maximum length of a branch of which all ranges are tried; for a longer one, only those that begin at its first commit
 * or end at its last.
 */
const MAX_ALL_RANGES = 30

/**
 * Finds commits that contain the combined change of several commits of a branch: the squash of a pull request, from the
 * start of the branch to its end, or commits that somebody squashed in between. `claims` are the commits that have a
 * successor.
 */
export function matchRanges(
  request: MatchRequest,
  claims: ReadonlyMap<CommitId, readonly Claim[]>,
): ResultAsync<MatchedRanges, GitError> {
  return safeTry(async function* () {
    const { lost, wanted, candidates, table, areCopies, onlyCommit, call } = request
    const isDone = (id: CommitId): boolean => claims.get(id)?.some(({ sameChange }) => sameChange) === true
    const straight = areCopies ? wholeBranches(lost) : rangesOf(lost, isDone, onlyCommit)
    const ranges = [...straight, ...mergedBranches(lost)].filter(({ commits }) =>
      commits.some((id) => wanted.has(id) && !isDone(id)),
    )
    if (ranges.length === 0) return ok({ matches: [], ambiguous: [] })
    const matchedIds = new Set(
      [...claims.values()].flat().flatMap(({ sameChange, commit }) => (sameChange ? [commit.id] : [])),
    )
    const free = [...candidates.all.values()].filter(({ id, parents }) => parents.length < 2 && !matchedIds.has(id))
    const patches: readonly Patch[] = [
      ...ranges.map(({ tip, base }) => ({ commit: tip, base })),
      ...free.map(({ id }) => ({ commit: id })),
    ]
    const keys = yield* table.keys(patches, call)
    const rangePaths = new Set(keys.slice(0, ranges.length).map((key) => key?.paths))
    const freePaths = new Set(keys.slice(ranges.length).map((key) => key?.paths))
    const similar = patches.filter((_, index) => {
      const paths = keys[index]?.paths
      return paths !== undefined && rangePaths.has(paths) && freePaths.has(paths)
    })
    const ids = yield* table.ids(similar, call)
    const nameOf = ({ commit, base }: Patch): string => `${commit} ${base ?? ''}`
    const idOf = new Map(similar.map((patch, index) => [nameOf(patch), ids[index]]))
    const byPatch = groupBy(free, ({ id }) => idOf.get(nameOf({ commit: id })))

    const matches: Match[] = []
    const ambiguous: AmbiguousMatch[] = []
    const matched = new Set<CommitId>()
    // The longest range comes first: of two ranges with the same change, the shorter one's commits are then matched
    // already.
    for (const { commits, base, tip } of ranges.toSorted((a, b) => b.commits.length - a.commits.length)) {
      const open = commits.filter((id) => !isDone(id) && !matched.has(id))
      const patchId = idOf.get(nameOf({ commit: tip, base }))
      if (patchId === undefined || !open.some((id) => wanted.has(id))) continue
      const newest = Math.max(...commits.map((id) => lost.get(id)?.authoredAt ?? 0))
      const found = (byPatch.get(patchId) ?? []).filter(({ committedAt }) => committedAt >= newest - 600)
      const chosen = narrow(found, commits, lost)
      if (chosen.length === 0) continue
      const length = `${commits.length} commits ${commits[0]?.slice(0, 12)} to ${tip.slice(0, 12)}`
      const isOne = commits.length === 1
      const why = [
        isOne
          ? 'it changes what the whole branch changes (same patch id)'
          : `it changes what the ${length} change together (same patch id)`,
      ]
      for (const id of open) matched.add(id)
      if (
        chosen.length === 1 ||
        !areOnOneBranch(
          candidates.all,
          chosen.map(({ id }) => id),
        )
      ) {
        for (const { id } of chosen) {
          matches.push({ from: open, to: id, operation: isOne ? 'amend' : 'squash', rule: 'squashed_range', why })
        }
        continue
      }
      const reason = `${chosen.length} commits of one branch have the change of its branch`
      for (const commit of open.filter((id) => wanted.has(id))) {
        ambiguous.push({ commit, reason, candidates: chosen.map(({ id }) => ({ commit: id, why })) })
      }
    }
    return ok({ matches, ambiguous })
  })
}

/** Narrows several candidates to those whose subject or listed subjects match the most commits of the range. */
function narrow(
  found: readonly CommitFacts[],
  commits: readonly CommitId[],
  lost: ReadonlyMap<CommitId, CommitFacts>,
): readonly CommitFacts[] {
  if (found.length < 2) return found
  const old = commits.flatMap((id) => lost.get(id) ?? [])
  const telling = (commit: CommitFacts): number =>
    old.filter(({ subject }) => subject === commit.subject || commit.listed.includes(subject)).length
  const most = Math.max(...found.map(telling))
  return found.filter((commit) => telling(commit) === most)
}

/**
 * Returns the whole linear runs of lost branches, and the ranges of two or more commits in them. A run of one commit is a
 * branch only if its user names it.
 */
function rangesOf(
  lost: ReadonlyMap<CommitId, CommitFacts>,
  isDone: (id: CommitId) => boolean,
  onlyCommit: CommitId | undefined,
): readonly CommitRange[] {
  return linearRuns(lost).flatMap((run) => {
    const whole = rangeOf(run, lost)
    const parts: CommitId[][] = [[]]
    for (const id of run) {
      if (isDone(id)) parts.push([])
      else parts.at(-1)?.push(id)
    }
    const inner = parts.flatMap((part) => {
      const all = part.length <= MAX_ALL_RANGES
      return part.flatMap((_, first) =>
        part.flatMap((__, last) => {
          const tried = last > first && (all || first === 0 || last === part.length - 1)
          return tried ? rangeOf(part.slice(first, last + 1), lost) : []
        }),
      )
    })
    return run.length > 1 || run[0] === onlyCommit ? [...whole, ...inner] : inner
  })
}

/** Returns each lost branch of two or more commits without merges as one range, from its first commit to its tip. */
function wholeBranches(lost: ReadonlyMap<CommitId, CommitFacts>): readonly CommitRange[] {
  const hasChild = new Set([...lost.values()].flatMap(({ parents }) => parents))
  return linearRuns(lost).flatMap((run) => {
    const tip = run.at(-1)
    return run.length < 2 || tip === undefined || hasChild.has(tip) ? [] : rangeOf(run, lost)
  })
}

function rangeOf(commits: readonly CommitId[], lost: ReadonlyMap<CommitId, CommitFacts>): readonly CommitRange[] {
  const [first] = commits
  const tip = commits.at(-1)
  const parents = first === undefined ? [] : (lost.get(first)?.parents ?? [])
  const [base] = parents
  return tip === undefined || base === undefined || parents.length > 1 ? [] : [{ commits, base, tip }]
}

/**
 * Returns branches into which the main branch was merged. They are compared with the commit merged last, as a server
 * does.
 */
function mergedBranches(lost: ReadonlyMap<CommitId, CommitFacts>): readonly CommitRange[] {
  const hasChild = new Set([...lost.values()].flatMap(({ parents }) => parents))
  return [...lost.values()].flatMap(({ id }) => {
    if (hasChild.has(id)) return []
    const commits: CommitId[] = []
    let base: CommitId | undefined
    const seen = new Set<CommitId>([id])
    let merges = 0
    const waiting = [id]
    for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
      const parents = lost.get(at)?.parents ?? []
      commits.push(at)
      if (parents.length > 1) merges++
      // The main branch is the second parent of such a merge; the first one found is the one merged last.
      const outside = parents.filter((parent) => !lost.has(parent))
      base ??= parents.length > 1 ? outside[0] : undefined
      for (const parent of parents.filter((each) => lost.has(each) && !seen.has(each))) {
        seen.add(parent)
        waiting.push(parent)
      }
    }
    return merges === 0 || base === undefined ? [] : [{ commits: commits.reverse(), base, tip: id }]
  })
}
