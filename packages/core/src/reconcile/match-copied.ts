import { ok, okAsync, safeTry, type CommitId, type MatchRule, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitError, HistoryEntry } from '../contracts/git-backend.ts'
import type { LostCommits } from './find-lost.ts'
import { matchLost, type MatchServices } from './match-lost.ts'
import type { Match } from './match.ts'

/**
 * Maximum number of commits compared on each side, newest first: those that only `HEAD` has, and those of other
 * branches.
 */
const MAX_COMPARED = 2000

/**
 * Rules that rest on less than the change or the message of a commit. They are ignored for a commit that is still on a
 * branch, because it needs no successor.
 */
const UNCERTAIN: ReadonlySet<MatchRule> = new Set(['fixup', 'same_time', 'same_lines', 'split'])

/**
 * Finds the commits of `HEAD` that have the change of annotated commits which are still on another branch: cherry-picks
 * and squashes. Finds nothing for branches that diverged so long ago that none of their candidates is compared.
 */
export function matchCopied(
  lost: LostCommits,
  services: Omit<MatchServices, 'commitMap' | 'maxCopies'>,
  call: CallOptions,
): ResultAsync<readonly Match[], GitError> {
  const { head, onOtherBranches, shallow, tips } = lost
  // Beyond the edge of a shallow clone, commits of `HEAD` may look as if only another branch had them.
  if (head === undefined || shallow || onOtherBranches.length === 0) return okAsync([])
  return safeTry(async function* () {
    const others = yield* services.git.history({ from: tips, exclude: [head] }, call)
    const history = relativesOf(others, new Set(onOtherBranches)).slice(-MAX_COMPARED)
    const compared = new Set(history.map(({ id }) => id))
    const annotated = onOtherBranches.filter((id) => compared.has(id))
    const copied = { ...lost, tips: [head], history, annotated, missing: [] }
    const { matches } = yield* matchLost(copied, { ...services, maxCopies: MAX_COMPARED }, call)
    const certain = matches.filter(({ rule }) => !UNCERTAIN.has(rule))
    // A commit that was itself picked or named explains more than another one with an equal change.
    const explained = new Set(certain.filter(({ rule }) => rule !== 'same_change').map(({ to }) => to))
    return ok(certain.filter(({ rule, to }) => rule !== 'same_change' || !explained.has(to)).map(asCopy))
  })
}

/**
 * Returns the given commits, their ancestors and their descendants, in the order of `history`: parents before children.
 */
function relativesOf(history: readonly HistoryEntry[], of: ReadonlySet<CommitId>): readonly HistoryEntry[] {
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
