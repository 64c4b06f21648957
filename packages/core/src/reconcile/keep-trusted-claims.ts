import { groupBy, type CommitId, type MatchRule } from '@chronicle/schema'
import type { CommitFacts } from './commit-facts.ts'
import { isAncestor } from './commit-graph.ts'
import type { Comparison } from './compare-commits.ts'
import type { AmbiguousMatch } from './match.ts'

/** A successor chosen for a commit. */
export type Claim = Comparison

interface Claims {
  readonly claims: ReadonlyMap<CommitId, readonly Claim[]>
  readonly ambiguous: ReadonlyMap<CommitId, AmbiguousMatch>
}

/** Rules based on author, time and message only. Scripts give many commits the same ones. */
const BY_WORDS: ReadonlySet<MatchRule> = new Set(['trailer', 'amended'])

/**
 * Withdraws claims based on words only when another commit of the same branch claims the same successor. A rival with
 * the same change wins; without one, it is unknown which commit is meant, and the claim is ambiguous. Two versions of
 * one commit on separate branches may both keep their claim.
 */
export function keepTrustedClaims({ claims, ambiguous }: Claims, lost: ReadonlyMap<CommitId, CommitFacts>): Claims {
  const claimed = [...claims].flatMap(([id, successors]) => successors.map(({ commit }) => ({ id, of: commit.id })))
  const claimants = groupBy(claimed, ({ of }) => of)
  const kept = new Map<CommitId, readonly Claim[]>()
  const doubtful = new Map(ambiguous)
  for (const [id, successors] of claims) {
    const [claim] = successors
    if (claim === undefined) continue
    if (!BY_WORDS.has(claim.rule) || claim.sameChange) {
      kept.set(id, successors)
      continue
    }
    const rivals = (claimants.get(claim.commit.id) ?? [])
      .map((other) => other.id)
      .filter((other) => other !== id && (isAncestor(lost, other, id) || isAncestor(lost, id, other)))
    const better = rivals.some((other) =>
      claims.get(other)?.some((each) => each.commit === claim.commit && each.sameChange),
    )
    // The claimed commit is the successor of a rival, so there is no evidence left here.
    if (better) continue
    if (rivals.length === 0) kept.set(id, successors)
    else {
      doubtful.set(id, {
        commit: id,
        candidates: successors.map(({ commit: { id: candidate }, why }) => ({ commit: candidate, why })),
        reason: `the evidence is equal for it and for ${rivals.length === 1 ? 'another commit' : 'other commits'} of the branch`,
      })
    }
  }
  return { claims: kept, ambiguous: doubtful }
}
