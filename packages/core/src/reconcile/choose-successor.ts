import { MATCH_RULES, type CommitId } from '@chronicle/schema'
import type { CommitFacts } from './commit-facts.ts'
import { onOneLine } from './commit-graph.ts'
import type { Comparison } from './compare-commits.ts'
import type { AmbiguousMatch } from './match.ts'

/** What one commit came to. */
export type Choice =
  | { readonly kind: 'none' }
  | { readonly kind: 'chosen'; readonly successors: readonly Comparison[] }
  | { readonly kind: 'ambiguous'; readonly match: AmbiguousMatch }

/**
 * Chooses the commit that took the place of another: the one that more speaks for than for any other. Where the same
 * speaks for several, they must be copies of one change on branches apart, and each of them is one; on one branch it is
 * not known which of them is meant, and none is chosen.
 */
export function chooseSuccessor(
  lost: CommitFacts,
  comparisons: readonly Comparison[],
  candidates: ReadonlyMap<CommitId, CommitFacts>,
): Choice {
  if (comparisons.length === 0) return { kind: 'none' }
  const best = Math.min(...comparisons.map(rank))
  const strongest = comparisons.filter((each) => rank(each) === best)
  const most = Math.max(...strongest.map(({ agreements }) => agreements))
  const chosen = strongest.filter(({ agreements }) => agreements === most)
  const [only, ...others] = chosen
  if (only === undefined) return { kind: 'none' }
  if (others.length === 0) return { kind: 'chosen', successors: [only] }
  const ids = chosen.map(({ commit }) => commit.id)
  const copies = chosen.every(({ sameChange, rule }) => sameChange && rule === 'same_commit')
  if (copies && !onOneLine(candidates, ids)) return { kind: 'chosen', successors: chosen }
  return {
    kind: 'ambiguous',
    match: {
      commit: lost.id,
      candidates: chosen.map(({ commit, why }) => ({ commit: commit.id, why })),
      reason: `the same speaks for ${chosen.length} commits`,
    },
  }
}

function rank({ rule }: Comparison): number {
  return MATCH_RULES.indexOf(rule)
}
