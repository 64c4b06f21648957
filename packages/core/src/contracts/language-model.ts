import type { CodedError, ResultAsync } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'

/**
 * A model that answers a conversation, with or without calling tools. One call is one request to the model; retries,
 * rate limits and spending limits are the adapter's business, and what they end in is a `ModelError`.
 */
export interface LanguageModel {
  /** Provider and model, as one would name it in a note: `anthropic/claude-sonnet-4-5`. */
  readonly name: string
  readonly supports: ModelSupports
  generate(request: ModelRequest, options?: CallOptions): ResultAsync<ModelResponse, ModelError>
}

/** What the model can do. */
export interface ModelSupports {
  /** It can call tools. Without, everything is put into one prompt. */
  readonly tools: boolean
}

/** One request. */
export interface ModelRequest {
  readonly system: string
  /** In the order they were said; begins with the user's. */
  readonly messages: readonly ModelMessage[]
  /** What the model may call. Absent or empty: it answers with text. */
  readonly tools?: readonly ModelTool[]
  readonly maxOutputTokens: number
}

/** One message of a conversation. */
export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly results: readonly ToolResult[] }

/** A tool that a model may call. */
export interface ModelTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>
}

/** What the model called. `input` is parsed JSON of any shape, the text itself where it was no JSON. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
  /** What the provider wants to see again with the call, as Gemini its thought signatures. To be given back unchanged. */
  readonly providerData?: Readonly<Record<string, unknown>>
}

/** The answer to one call, under the same id and name. */
export interface ToolResult {
  readonly id: string
  readonly name: string
  readonly text: string
  readonly isError: boolean
}

/** What the model said. */
export interface ModelResponse {
  /** Empty where it only called tools. */
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
  /** `max_tokens`: cut off; what was called before is complete. */
  readonly stopReason: 'tool_use' | 'end_turn' | 'max_tokens' | 'refused'
  readonly usage: ModelUsage
}

/** What requests cost. */
export interface ModelUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  /** Those of `inputTokens` that were read from the provider's cache, which costs less. Absent: not told. */
  readonly cachedInputTokens?: number
  /** US dollars. Absent where the price of the model is not known. */
  readonly costUsd?: number
}

/** Why a model did not answer. Each code is described in docs/errors.md. */
export type ModelError = CodedError<
  | 'model_not_configured'
  | 'model_unauthorized'
  | 'model_rate_limited'
  | 'model_timed_out'
  | 'model_unreachable'
  | 'model_failed'
  | 'context_too_long'
  | 'tools_unsupported'
  | 'spending_limit_reached'
  | 'aborted'
>
