import type { RedactError } from '@chronicle/core/contracts'
import type { Asker } from './conversation/asker.ts'
import type { ModelFacts } from './model-facts.ts'

/** The connection to the model. */
export interface Interviewer {
  /** The known facts about the model. New ones are added to it. */
  readonly facts: ModelFacts
  readonly asker: Asker
  readonly redactionFailure: () => RedactError | undefined
}
