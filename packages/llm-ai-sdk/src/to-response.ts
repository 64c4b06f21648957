import type { LanguageModelV3Usage } from '@ai-sdk/provider'
import type { ModelResponse, ModelUsage } from '@chronicle/core/contracts'
import { costOf, type ModelPricing } from './pricing.ts'
import type { StreamedAnswer } from './read-answer.ts'
import { endedInError } from './stream-failures.ts'

/** What the answer says, in Chronicle's terms. Throws where the provider itself ended it in an error. */
export function toResponse(answer: StreamedAnswer, usage: ModelUsage): ModelResponse {
  const { text, toolCalls, finishReason } = answer
  const called = toolCalls.length > 0
  switch (finishReason.unified) {
    case 'length':
      // The call that was being written has no readable input.
      return {
        text,
        toolCalls: toolCalls.filter(({ input }) => typeof input !== 'string'),
        stopReason: 'max_tokens',
        usage,
      }
    case 'content-filter':
      return { text, toolCalls, stopReason: 'refused', usage }
    case 'error':
      throw endedInError(finishReason.raw)
    case 'other':
      if (!called && text === '') throw endedInError(finishReason.raw)
  }
  return { text, toolCalls, stopReason: called ? 'tool_use' : 'end_turn', usage }
}

/** What an answer has used. What the provider does not tell is taken from the estimate. */
export function toUsage(
  told: LanguageModelV3Usage,
  estimate: Pick<ModelUsage, 'inputTokens' | 'outputTokens'>,
  pricing: ModelPricing | undefined,
): ModelUsage {
  const inputTokens = told.inputTokens.total ?? estimate.inputTokens
  const outputTokens = told.outputTokens.total ?? estimate.outputTokens
  const cachedInputTokens = told.inputTokens.cacheRead
  const use = {
    inputTokens,
    outputTokens,
    cachedInputTokens: cachedInputTokens ?? 0,
    cacheWriteTokens: told.inputTokens.cacheWrite ?? 0,
  }
  const costUsd = costTold(told) ?? (pricing === undefined ? undefined : costOf(use, pricing))
  return {
    inputTokens,
    outputTokens,
    ...(cachedInputTokens !== undefined && { cachedInputTokens }),
    ...(costUsd !== undefined && { costUsd }),
  }
}

/** OpenRouter says what it has charged. */
function costTold({ raw }: LanguageModelV3Usage): number | undefined {
  const cost = raw?.['cost']
  return typeof cost === 'number' && cost >= 0 ? cost : undefined
}
