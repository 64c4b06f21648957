import { namedStage, StageError } from '../contracts/named-stage.ts'
import type { Score, Scorer } from '../contracts/scorer.ts'

/**
 * Returns the same scorer, but it throws a `StageError` when a number is not in [0, 1] or the factor `anchor_match` is
 * missing: compared with `NaN` or a negative number, every region would be withheld as too uncertain, and answers show
 * the factors. The caller of the stages turns the error into `internal_error`.
 */
export function checkedScorer(scorer: Scorer): Scorer {
  const named = namedStage('scorer', scorer)
  return {
    name: scorer.name,
    score(facts) {
      const score = named.score(facts)
      const problem = findProblem(score)
      if (problem === undefined) return score
      // eslint-disable-next-line no-restricted-syntax -- a scorer has no other way to fail
      throw new StageError(`The scorer ${scorer.name} returned ${problem}`)
    },
  }
}

/** A scorer in JavaScript can return anything. */
function findProblem(score: Partial<Score> | undefined): string | undefined {
  const { confidence, scores, factors } = score ?? {}
  if (!isShare(confidence)) return `the confidence ${String(confidence)}. It has to be a number from 0 to 1.`
  for (const [name, value] of Object.entries(scores ?? {})) {
    if (value !== undefined && !isShare(value))
      return `the score ${name} ${String(value)}. It has to be a number from 0 to 1.`
  }
  if (scores !== undefined && typeof factors?.anchor_match === 'string') return undefined
  return 'no scores, or no factors with anchor_match. Return those of a built-in scorer, or { anchor_match }.'
}

function isShare(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1
}
