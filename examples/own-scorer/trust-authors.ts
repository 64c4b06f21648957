import { weightedScorer } from '@chronicle/core'
import type { Scorer } from '@chronicle/core/contracts'

/**
 * Returns the confidence of the scorer `specified` with a half-life of a year, raised where the author stated a
 * constraint and lowered by later changes: in our repository a stated constraint has been right more often than a
 * recent one.
 */
export function trustAuthors(): Scorer {
  const base = weightedScorer({ halfLifeDays: 365 })
  return {
    name: 'trust-authors',
    score(facts) {
      const score = base.score(facts)
      const stated = facts.region.constraints.some((constraint) => constraint.source === 'author')
      const lifted = stated ? score.confidence + (1 - score.confidence) / 2 : score.confidence
      return { ...score, confidence: lifted * (0.5 + (facts.survival ?? 1) / 2) }
    },
  }
}
