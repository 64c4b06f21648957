import type { ModelError, ModelRequest, ModelResponse, ModelUsage } from '@chronicle/core/contracts'

/** What a model says when it is asked next. */
export type ModelStep =
  | ModelAnswer
  | ModelFailure
  /** It does not answer. The call ends when it is aborted. */
  | 'hangs'

/** An answer. Without calls the model has finished (`end_turn`), with calls it waits for their results (`tool_use`). */
export interface ModelAnswer {
  readonly text?: string
  readonly calls?: readonly ModelCall[]
  readonly stopReason?: ModelResponse['stopReason']
  /** Default 100 tokens in and 10 out, without a price. */
  readonly usage?: ModelUsage
}

/** A call of a tool. The model gives it an id. */
export interface ModelCall {
  readonly name: string
  readonly input: unknown
}

/** The service fails, however often it is asked. */
export interface ModelFailure {
  readonly fails: ModelError['code']
}

/** A step that depends on what was asked. */
export type ModelTurn = ModelStep | ((request: ModelRequest) => ModelStep)
