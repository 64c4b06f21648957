import { DEFAULT_SCORER, type Scorer, type ScorerName } from '../contracts/scorer.ts'
import { calibratedScorer } from './calibrated-scorer.ts'
import { weightedScorer } from './weighted-scorer.ts'

/** Creates the scorer with a name. `halfLifeDays` is an option of `specified`; `calibrated` does not use age. */
export function namedScorer(
  name: ScorerName = DEFAULT_SCORER,
  options: { readonly halfLifeDays?: number } = {},
): Scorer {
  return name === 'specified' ? weightedScorer(options) : calibratedScorer()
}
