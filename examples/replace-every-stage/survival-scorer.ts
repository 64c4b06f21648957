import { weightedScorer } from '@chronicle/core'
import type { Scorer } from '@chronicle/core/contracts'

/** Believes an annotation as far as the lines it was written for are still there. */
export function survivalScorer(): Scorer {
  const base = weightedScorer()
  return {
    name: 'survival',
    score(facts) {
      const score = base.score(facts)
      return { ...score, confidence: facts.survival ?? 0 }
    },
  }
}
