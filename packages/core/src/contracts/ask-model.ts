import { catchDefects, err, ok, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'
import { codedError } from './coded-error.ts'
import type { EmbeddingModel, EmbedOptions } from './embedding-model.ts'
import { reasonOf } from './reason-of.ts'
import type { LanguageModel, ModelError, ModelRequest, ModelResponse } from './language-model.ts'

/**
 * Sends a request to a model that may be a program's own. If the model throws, or returns no result with a
 * response, it failed: `model_failed`.
 */
export function askModel(
  model: LanguageModel,
  request: ModelRequest,
  options?: CallOptions,
): ResultAsync<ModelResponse, ModelError> {
  return ask(model, 'generate', 'a response with a text, tool calls and usage', isResponse, () =>
    model.generate(request, options),
  )
}

/** Embeds texts with a model that may be a program's own, like `askModel`. */
export function embedWith(
  model: EmbeddingModel,
  texts: readonly string[],
  options?: EmbedOptions,
): ResultAsync<readonly Float32Array[], ModelError> {
  const areVectors = (vectors: unknown): boolean =>
    Array.isArray(vectors) && vectors.length === texts.length && vectors.every((each) => each instanceof Float32Array)
  return ask(model, 'embed', 'one vector for each text', areVectors, () => model.embed(texts, options))
}

function ask<T>(
  { name }: { readonly name: string },
  method: string,
  expected: string,
  fits: (answer: unknown) => boolean,
  request: () => ResultAsync<T, ModelError>,
): ResultAsync<T, ModelError> {
  const failed = (what: string, cause?: unknown): ModelError =>
    codedError('model_failed', `The model ${name} ${what}.`, { cause })
  return catchDefects(request, (cause) => failed(`failed in ${method}: ${reasonOf(cause)}`, cause)).andThen((answer) =>
    fits(answer) ? ok(answer) : err(failed(`did not return ${expected}`)),
  )
}

/** A model in JavaScript can return anything. Limits of tokens need numbers to compare. */
function isResponse(answer: unknown): boolean {
  const { text, toolCalls, usage } = (answer ?? {}) as { readonly [Name in keyof ModelResponse]?: unknown }
  const { inputTokens, outputTokens } = (usage ?? {}) as {
    readonly inputTokens?: unknown
    readonly outputTokens?: unknown
  }
  return (
    typeof text === 'string' &&
    Array.isArray(toolCalls) &&
    toolCalls.every((call) => typeof (call as { readonly name?: unknown } | null)?.name === 'string') &&
    [inputTokens, outputTokens].every((count) => Number.isFinite(count) && (count as number) >= 0)
  )
}
