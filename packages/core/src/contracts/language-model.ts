import type { CodedError, ResultAsync } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'

/**
 * A model that answers a conversation, with or without tool calls. One call is one request to the model. Retries, rate
 * limits and spending limits are handled by the adapter, which reports failures as a `ModelError`.
 */
export interface LanguageModel {
  /** Provider and model, as written in notes: `anthropic/claude-sonnet-4-5`. */
  readonly name: string
  readonly supports: ModelSupports
  generate(request: ModelRequest, options?: CallOptions): ResultAsync<ModelResponse, ModelError>
}

/** Features of the model. */
export interface ModelSupports {
  /** Whether it can call tools. Otherwise everything is put into one prompt. */
  readonly tools: boolean
}

/** One request. */
export interface ModelRequest {
  readonly system: string
  /** In conversation order, starting with the user's. */
  readonly messages: readonly ModelMessage[]
  /** The tools that the model may call. Absent or empty: it answers with text. */
  readonly tools?: readonly ModelTool[] | undefined
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

/** A tool call by the model. `input` is parsed JSON of any shape, or the raw text if it was not JSON. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
  /** Data that the provider expects to receive unchanged with the call, such as Gemini's thought signatures. */
  readonly providerData?: Readonly<Record<string, unknown>>
}

/** The result of one call, with the same id and name. */
export interface ToolResult {
  readonly id: string
  readonly name: string
  readonly text: string
  readonly isError: boolean
}

/** A model's answer. */
export interface ModelResponse {
  /** Empty if the model only called tools. */
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
  /** `max_tokens`: the answer was cut off, but its tool calls are complete. */
  readonly stopReason: 'tool_use' | 'end_turn' | 'max_tokens' | 'refused'
  readonly usage: ModelUsage
}

/** The usage and cost of requests. */
export interface ModelUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  /** The part of `inputTokens` that came from the provider's cache, which costs less. Absent if not reported. */
  readonly cachedInputTokens?: number
  /** In US dollars. Absent if the price of the model is unknown. */
  readonly costUsd?: number
}

/** Reasons why a model did not answer. Each code is described in docs/errors.md. */
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
