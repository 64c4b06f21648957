import { weightedScorer } from '@chronicle/core'
import type { Scorer } from '@chronicle/core/contracts'

/** Uses survival as confidence: the share of the recorded lines that is unchanged. */
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
