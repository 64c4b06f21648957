import type { QualityReport } from '@chronicle/schema'
import type { FoundProblem } from '@chronicle/writer'

/** The environment that Chronicle runs in, and its problems. */
export interface Surroundings {
  readonly environment: QualityReport['environment']
  readonly problems: readonly FoundProblem[]
}

/** No facts and no problems. */
export const NOTHING: Surroundings = { environment: [], problems: [] }
