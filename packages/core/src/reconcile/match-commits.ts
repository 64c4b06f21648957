import { groupBy, ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'
import type { Candidates } from './candidates.ts'
import { chooseSuccessor } from './choose-successor.ts'
import type { CommitFacts } from './commit-facts.ts'
import { compareChanges, type CommitPair } from './compare-changes.ts'
import { compareCommits, type Comparison } from './compare-commits.ts'
import { keepTrustedClaims, type Claim } from './keep-trusted-claims.ts'
import type { AmbiguousMatch } from './match.ts'
import type { PatchTable } from './patch-table.ts'
import { pairsWithSharedChange } from './shared-changes.ts'

/** The result of matching single commits. */
export interface MatchedCommits {
  /** The successor of each commit that has one; several for copies on separate branches. */
  readonly claims: ReadonlyMap<CommitId, readonly Claim[]>
  readonly ambiguous: ReadonlyMap<CommitId, AmbiguousMatch>
}

/** The input of matching. */
export interface MatchRequest {
  /** Unreachable commits, including those between annotated ones. */
  readonly lost: ReadonlyMap<CommitId, CommitFacts>
  /** Lost commits that have notes. */
  readonly wanted: ReadonlySet<CommitId>
  readonly candidates: Candidates
  readonly table: PatchTable
  readonly git: GitBackend
  /**
   * Whether the "lost" commits are still on a branch, so that only a commit that has their change, or lists them, is a
   * copy.
   */
  readonly areCopies: boolean
  /** The commit of a branch that was merged, as its user says, if it is the only one of that branch. */
  readonly onlyCommit?: CommitId | undefined
  readonly call: CallOptions
}

/** Finds single commits that replaced one other commit each. */
export function matchCommits(request: MatchRequest): ResultAsync<MatchedCommits, GitError> {
  return safeTry(async function* () {
    const { lost, candidates } = request
    const likely = yield* compareAll(
      [...lost.values()].flatMap((commit) =>
        candidates.likelyFor(commit).map(({ id }) => ({ lost: commit.id, commit: id })),
      ),
      request,
    )
    const comparisons = new Map(likely)
    const open = [...request.wanted].filter((id) => !comparisons.has(id))
    for (const [id, found] of yield* widenSearch(open, request)) comparisons.set(id, found)

    const claims = new Map<CommitId, readonly Claim[]>()
    const ambiguous = new Map<CommitId, AmbiguousMatch>()
    for (const [id, found] of comparisons) {
      const commit = lost.get(id)
      if (commit === undefined) continue
      const choice = chooseSuccessor(commit, found, candidates.all)
      if (choice.kind === 'chosen') claims.set(id, choice.successors)
      if (choice.kind === 'ambiguous') ambiguous.set(id, choice.match)
    }
    return ok(keepTrustedClaims({ claims, ambiguous }, lost))
  })
}

/**
 * Compares commits that share neither time nor subject with any candidate with all later ones that have the same patch.
 */
function widenSearch(
  open: readonly CommitId[],
  request: MatchRequest,
): ResultAsync<ReadonlyMap<CommitId, readonly Comparison[]>, GitError> {
  return safeTry(async function* () {
    const { lost, candidates, table, call } = request
    const oldest = Math.min(...open.map((id) => lost.get(id)?.authoredAt ?? Infinity))
    const later = [...candidates.all.values()].filter(({ committedAt, parents }) => {
      return committedAt >= oldest - 600 && parents.length < 2
    })
    if (open.length === 0 || later.length === 0) return ok(new Map())
    const ids = [...open, ...later.map(({ id }) => id)]
    const patches = ids.map((commit) => ({ commit }))
    const keys = yield* table.keys(patches, call)
    const wantedPaths = new Set(keys.slice(0, open.length).map((key) => key?.paths))
    const similar = patches.filter((_, index) => {
      const paths = keys[index]?.paths
      return paths !== undefined && wantedPaths.has(paths)
    })
    const patchIds = yield* table.ids(similar, call)
    const idOf = new Map(similar.map(({ commit }, index) => [commit, patchIds[index]]))
    const isOpen = new Set(open)
    const byPatch = groupBy(
      similar.map(({ commit }) => commit).filter((commit) => !isOpen.has(commit)),
      (commit) => idOf.get(commit),
    )
    const pairs = open.flatMap((id): readonly CommitPair[] => {
      const patchId = idOf.get(id)
      return patchId === undefined ? [] : (byPatch.get(patchId) ?? []).map((commit) => ({ lost: id, commit }))
    })
    return compareAll(pairs, request)
  })
}

function compareAll(
  pairs: readonly CommitPair[],
  { lost, candidates, table, git, call }: MatchRequest,
): ResultAsync<ReadonlyMap<CommitId, readonly Comparison[]>, GitError> {
  return safeTry(async function* () {
    const compared = yield* compareChanges(pairs, table, call)
    const named = pairs.filter((pair) => {
      const { none, same, samePaths } = compared(pair)
      const isNamed = candidates.all.get(pair.commit)?.sources.includes(pair.lost) === true
      return isNamed && !none && !same && !samePaths
    })
    const related = yield* await pairsWithSharedChange(named, git, call)
    const apart = new Set(named.filter((pair) => !related.has(pair)))
    const found = new Map<CommitId, Comparison[]>()
    for (const pair of pairs) {
      const [before, after] = [lost.get(pair.lost), candidates.all.get(pair.commit)]
      if (before === undefined || after === undefined) continue
      const comparison = compareCommits(before, after, { ...compared(pair), apart: apart.has(pair) })
      if (comparison === undefined) continue
      const known = found.get(pair.lost)
      if (known === undefined) found.set(pair.lost, [comparison])
      else known.push(comparison)
    }
    return ok(found)
  })
}
