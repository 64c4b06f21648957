import type { Score, Scorer } from '../contracts/scorer.ts'

/**
 * Returns the same scorer, but it throws a `RangeError` when a confidence is no number in [0, 1]: compared with `NaN` or
 * a negative number, every region would be withheld as too uncertain. The caller of the stages turns the error into
 * `internal_error`.
 */
export function checkedScorer(scorer: Scorer): Scorer {
  return {
    name: scorer.name,
    score(facts) {
      // A scorer in JavaScript can return anything.
      const score = scorer.score(facts) as Score | undefined
      const confidence: unknown = score?.confidence
      if (score !== undefined && typeof confidence === 'number' && confidence >= 0 && confidence <= 1) return score
      // eslint-disable-next-line no-restricted-syntax -- a scorer has no other way to fail
      throw new RangeError(
        `The scorer ${scorer.name} returned the confidence ${String(confidence)}. It has to be a number from 0 to 1.`,
      )
    },
  }
}
