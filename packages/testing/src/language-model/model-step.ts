import type { ModelError, ModelRequest, ModelResponse, ModelUsage } from '@chronicle/core/contracts'

/** The next response of a scripted model. */
export type ModelStep =
  | ModelAnswer
  | ModelFailure
  /** The model does not respond, so the call ends when it is aborted. */
  | 'hangs'

/**
 * An answer. Without calls, the model has finished (`end_turn`); with calls, it waits for their results (`tool_use`).
 */
export interface ModelAnswer {
  readonly text?: string
  readonly calls?: readonly ModelCall[]
  readonly stopReason?: ModelResponse['stopReason']
  /** Default: 100 input tokens and 10 output tokens, without a price. */
  readonly usage?: ModelUsage
}

/** A tool call. The model assigns its id. */
export interface ModelCall {
  readonly name: string
  readonly input: unknown
}

/** The service fails on every attempt. */
export interface ModelFailure {
  readonly fails: ModelError['code']
}

/** A step, or a function that chooses the step for a request. */
export type ModelTurn = ModelStep | ((request: ModelRequest) => ModelStep)
