import type { RedactError } from '@chronicle/core/contracts'
import type { Asker } from './conversation/asker.ts'
import type { ModelFacts } from './model-facts.ts'

/** How the model is asked. */
export interface Interviewer {
  /** What is known of the model; what is found out is kept there. */
  readonly facts: ModelFacts
  readonly asker: Asker
  readonly redactionFailure: () => RedactError | undefined
}
