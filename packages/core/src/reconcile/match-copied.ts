import { ok, okAsync, safeTry, type CommitId, type MatchRule, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitError, HistoryEntry } from '../contracts/git-backend.ts'
import type { LostCommits } from './find-lost.ts'
import { matchLost, type MatchServices } from './match-lost.ts'
import type { Match } from './match.ts'

/** Newest commits that are compared of those that `HEAD` has for itself, and of those that other branches have. */
const MAX_COMPARED = 2000

/** Rules that rest on less than the change or the words of a commit: a commit that is still there needs no successor. */
const UNCERTAIN: ReadonlySet<MatchRule> = new Set(['fixup', 'same_time', 'same_lines', 'split'])

/**
 * Finds the commits of `HEAD` that have the change of annotated commits which are still on another branch: picked from
 * it, or the squash of it. Nothing is found of branches that left so long ago that no candidate is compared.
 */
export function matchCopied(
  lost: LostCommits,
  services: Omit<MatchServices, 'commitMap' | 'maxCopies'>,
  call: CallOptions,
): ResultAsync<readonly Match[], GitError> {
  const { head, beside, shallow, tips } = lost
  // Beyond the edge of a shallow clone, what `HEAD` has may look as if it were on another branch alone.
  if (head === undefined || shallow || beside.length === 0) return okAsync([])
  return safeTry(async function* () {
    const others = yield* services.git.history({ from: tips, exclude: [head] }, call)
    const history = branchesOf(others, new Set(beside)).slice(-MAX_COMPARED)
    const compared = new Set(history.map(({ id }) => id))
    const annotated = beside.filter((id) => compared.has(id))
    const copied = { ...lost, tips: [head], history, annotated, missing: [] }
    const { matches } = yield* matchLost(copied, { ...services, maxCopies: MAX_COMPARED }, call)
    return ok(matches.filter(({ rule }) => !UNCERTAIN.has(rule)).map(asCopy))
  })
}

/** The commits that have one of some others before or after them, and these, in their order: parents before children. */
function branchesOf(history: readonly HistoryEntry[], of: ReadonlySet<CommitId>): readonly HistoryEntry[] {
  const after = new Set<CommitId>(of)
  for (const { id, parents } of history) if (parents.some((parent) => after.has(parent))) after.add(id)
  const before = new Set<CommitId>(of)
  for (const { id, parents } of history.toReversed()) if (before.has(id)) parents.forEach((each) => before.add(each))
  return history.filter(({ id }) => after.has(id) || before.has(id))
}

function asCopy(match: Match): Match {
  const operation = match.operation === 'amend' ? 'copy' : match.operation
  return { ...match, operation, why: [...match.why, stillThere(match.from)] }
}

function stillThere(from: readonly CommitId[]): string {
  return from.length === 1 ? 'the old commit is still on another branch' : 'the old commits are still on another branch'
}
