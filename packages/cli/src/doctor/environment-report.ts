import type { QualityReport } from '@chronicle/schema'
import type { FoundProblem } from '@chronicle/writer'

/** The environment that Chronicle runs in, and its problems. */
export interface EnvironmentReport {
  readonly environment: QualityReport['environment']
  readonly problems: readonly FoundProblem[]
}

/** No facts and no problems. */
export const EMPTY_ENVIRONMENT_REPORT: EnvironmentReport = { environment: [], problems: [] }
