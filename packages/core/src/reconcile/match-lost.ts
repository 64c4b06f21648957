import { groupBy, ok, Result, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitError } from '../contracts/git-backend.ts'
import type { BlobAt } from '../rewrites/file-states.ts'
import { createCandidates } from './candidates.ts'
import { commitFacts, type CommitFacts } from './commit-facts.ts'
import { mappedMatches, type CommitMap } from './commit-map.ts'
import { readInBatches, type LostCommits, type ReconcilingGit } from './find-lost.ts'
import type { Claim } from './keep-trusted-claims.ts'
import type { AmbiguousMatch, Match } from './match.ts'
import { matchCommits } from './match-commits.ts'
import { matchLines } from './match-lines.ts'
import { matchRanges } from './match-ranges.ts'
import { createPatchTable } from './patch-table.ts'

/** The successors of lost commits. */
export interface MatchedLost {
  readonly matches: readonly Match[]
  readonly ambiguous: readonly AmbiguousMatch[]
  /** Commits without a successor, in the order of the history. */
  readonly unmatched: readonly CommitId[]
  /** Blobs that the compared commits wrote. Absent when git did not have to be queried. */
  readonly blobAt?: BlobAt
}

/** Dependencies of matching. */
export interface MatchServices {
  readonly git: ReconcilingGit
  /** Cache of patch contents between runs. */
  readonly storage?: CacheStorage | undefined
  readonly commitMap?: CommitMap | undefined
  /**
   * Set for commits that are still on a branch: maximum number of other commits to compare with them, newest first. A
   * commit that only resembles one of them, or has the change of a part of its branch, is not a copy.
   */
  readonly maxCopies?: number
}

/**
 * Finds the successors of lost commits in these steps: by the commit map; one for one; several in one by their combined
 * change; and by changed lines. Each step handles what the previous ones left.
 */
export function matchLost(
  lost: LostCommits,
  { git, storage, commitMap, maxCopies }: MatchServices,
  call: CallOptions,
): ResultAsync<MatchedLost, GitError> {
  return safeTry(async function* () {
    const mapped = mappedMatches(lost, commitMap)
    const isMapped = new Set([...mapped.matches.flatMap(({ from }) => from), ...mapped.removed])
    const wanted = new Set([...lost.annotated, ...mapped.lostTargets].filter((id) => !isMapped.has(id)))
    const missing = lost.missing.filter((id) => !isMapped.has(id))
    if (wanted.size === 0 && missing.length === 0) {
      return ok({ matches: mapped.matches, ambiguous: [], unmatched: [] })
    }
    const [facts, current] = yield* Result.combine(
      await Promise.all([
        readInBatches(
          lost.history.map(({ id }) => id),
          git,
          call,
          commitFacts,
        ),
        git.history({ from: lost.tips, exclude: [...wanted] }, call),
      ]),
    )
    const newest = current.slice(Math.max(0, current.length - (maxCopies ?? Infinity)))
    const ids = newest.map(({ id }) => id).filter((id) => !facts.has(id))
    const read = yield* readInBatches(ids, git, call, commitFacts)
    const candidates = createCandidates(read)
    const table = createPatchTable(git, storage)
    const areCopies = maxCopies !== undefined
    const { onlyCommit } = lost
    const request = { lost: facts, wanted, candidates, table, git, call, areCopies, onlyCommit }
    const single = yield* matchCommits(request)
    const ranges = yield* matchRanges(request, single.claims)
    const doubtful = new Set([...single.ambiguous.keys(), ...ranges.ambiguous.map(({ commit }) => commit)])
    const lines = yield* matchLines(request, single.claims, ranges.matches, doubtful)
    await table.save()

    const found = [...ranges.matches, ...lines.matches]
    const decided = new Set(found.flatMap(({ from }) => from))
    const matches = [
      ...mapped.matches,
      ...[...single.claims].flatMap(([id, claims]) => (decided.has(id) ? [] : claims.map(asMatch(id)))),
      ...found,
      ...matchesNamedInMessages(missing, read),
    ]
    const all = followRewrittenTargets(matches, mapped.lostTargets)
    const matched = new Set([...all.flatMap(({ from }) => from), ...mapped.removed])
    const ambiguous = [
      ...new Map(
        [...single.ambiguous.values(), ...ranges.ambiguous, ...lines.ambiguous].map((each) => [each.commit, each]),
      ).values(),
    ].filter(({ commit }) => !matched.has(commit) && wanted.has(commit))
    const open = new Set(ambiguous.map(({ commit }) => commit))
    return ok({
      matches: all,
      ambiguous,
      unmatched: lost.annotated.filter((id) => !matched.has(id) && !open.has(id)),
      ...(table.asked() && { blobAt: table.blobAt }),
    })
  })
}

function asMatch(id: CommitId): (claim: Claim, index: number) => Match {
  return ({ commit, rule, why }, index) => ({
    from: [id],
    to: commit.id,
    operation: index === 0 ? 'amend' : 'copy',
    rule,
    why: index === 0 ? why : [...why, 'a copy on another branch'],
  })
}

/** Matches commits that no longer exist: the message of another commit may still name them as its source. */
function matchesNamedInMessages(
  missing: readonly CommitId[],
  candidates: ReadonlyMap<CommitId, CommitFacts>,
): readonly Match[] {
  if (missing.length === 0) return []
  const wanted = new Set<string>(missing)
  const naming = [...candidates.values()].flatMap(({ id, sources }) =>
    sources.filter((source) => wanted.has(source)).map((source) => ({ id, source: source as CommitId, sources })),
  )
  return [...groupBy(naming, ({ source }) => source)].flatMap(([source, named]): readonly Match[] => {
    const [only, ...others] = named
    if (only === undefined || others.length > 0) return []
    const why = [`its message names ${source.slice(0, 12)} as its source`]
    const operation = only.sources.length > 1 ? 'squash' : 'amend'
    return [{ from: [source], to: only.id, operation, rule: 'named', why }]
  })
}

/** Follows matches whose target was rewritten again to its own successor. */
function followRewrittenTargets(matches: readonly Match[], continued: ReadonlySet<CommitId>): readonly Match[] {
  if (continued.size === 0) return matches
  const next = new Map(matches.flatMap((match) => match.from.map((id) => [id, match])))
  return matches.flatMap((match) => {
    const further = continued.has(match.to) ? next.get(match.to) : undefined
    if (!continued.has(match.to)) return [match]
    return further === undefined ? [] : [{ ...match, to: further.to, why: [...match.why, ...further.why] }]
  })
}
