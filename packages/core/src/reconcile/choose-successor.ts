import { MATCH_RULES, type CommitId } from '@chronicle/schema'
import type { CommitFacts } from './commit-facts.ts'
import { areOnOneBranch } from './commit-graph.ts'
import type { Comparison } from './compare-commits.ts'
import type { AmbiguousMatch } from './match.ts'

/** The outcome of matching one commit. */
export type Choice =
  | { readonly kind: 'none' }
  | { readonly kind: 'chosen'; readonly successors: readonly Comparison[] }
  | { readonly kind: 'ambiguous'; readonly match: AmbiguousMatch }

/**
 * Chooses the commit that replaced another one: the one with the most evidence. When several have the same evidence and
 * are copies of one change on separate branches, each of them is a successor. On one branch it is unknown which is
 * meant, and none is chosen.
 */
export function chooseSuccessor(
  lost: CommitFacts,
  comparisons: readonly Comparison[],
  candidates: ReadonlyMap<CommitId, CommitFacts>,
): Choice {
  if (comparisons.length === 0) return { kind: 'none' }
  const possible = withoutSources(lost, comparisons)
  const best = Math.min(...possible.map(rank))
  const strongest = possible.filter((each) => rank(each) === best)
  const most = Math.max(...strongest.map(({ agreements }) => agreements))
  const chosen = strongest.filter(({ agreements }) => agreements === most)
  const [only, ...others] = chosen
  if (only === undefined) return { kind: 'none' }
  if (others.length === 0) return { kind: 'chosen', successors: [only] }
  const ids = chosen.map(({ commit }) => commit.id)
  const copies = chosen.every(({ sameChange, rule }) => sameChange && rule === 'same_commit')
  if (copies && !areOnOneBranch(candidates, ids)) return { kind: 'chosen', successors: chosen }
  return {
    kind: 'ambiguous',
    match: {
      commit: lost.id,
      candidates: chosen.map(({ commit, why }) => ({ commit: commit.id, why })),
      reason: `the evidence is equal for ${chosen.length} commits`,
    },
  }
}

/**
 * Omits older commits if another one took the place of the lost one, on the same parents: the lost one was a copy of
 * them that was then amended.
 */
function withoutSources(lost: CommitFacts, comparisons: readonly Comparison[]): readonly Comparison[] {
  const isInPlace = ({ commit: { parents } }: Comparison): boolean =>
    parents.length > 0 && parents.join() === lost.parents.join()
  if (!comparisons.some(isInPlace)) return comparisons
  return comparisons.filter((each) => isInPlace(each) || each.commit.committedAt > lost.committedAt)
}

function rank({ rule }: Comparison): number {
  return MATCH_RULES.indexOf(rule)
}
