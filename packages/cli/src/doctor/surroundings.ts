import type { QualityReport } from '@chronicle/schema'
import type { FoundProblem } from '@chronicle/writer'

/** What Chronicle runs with here, and what is wrong with it. */
export interface Surroundings {
  readonly environment: QualityReport['environment']
  readonly problems: readonly FoundProblem[]
}

/** Nothing to say, and nothing wrong. */
export const NOTHING: Surroundings = { environment: [], problems: [] }
