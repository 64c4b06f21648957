import type { JSONObject, LanguageModelV3Usage } from '@ai-sdk/provider'
import type { ModelResponse, ModelUsage } from '@chronicle/core/contracts'
import { costOf, type ModelPricing } from './pricing.ts'
import type { ModelProvider } from './provider-settings.ts'
import type { StreamedAnswer } from './read-answer.ts'
import { createProviderError } from './stream-failures.ts'

/** Converts an answer to Chronicle's form. Throws if the provider ended it with an error. */
export function toResponse(answer: StreamedAnswer, usage: ModelUsage): ModelResponse {
  const { text, toolCalls, finishReason } = answer
  const called = toolCalls.length > 0
  switch (finishReason.unified) {
    case 'length':
      // The tool call that was cut off has no readable input.
      return {
        text,
        toolCalls: toolCalls.filter(({ input }) => typeof input !== 'string'),
        stopReason: 'max_tokens',
        usage,
      }
    case 'content-filter':
      return { text, toolCalls, stopReason: 'refused', usage }
    case 'error':
      throw createProviderError(finishReason.raw)
    case 'other':
      if (!called && text === '') throw createProviderError(finishReason.raw)
      break
    case 'stop':
    case 'tool-calls':
      break
  }
  return { text, toolCalls, stopReason: called ? 'tool_use' : 'end_turn', usage }
}

/** Returns the usage of an answer. Values that the provider does not report come from the estimate. */
export function toUsage(
  reportedUsage: LanguageModelV3Usage,
  estimate: Pick<ModelUsage, 'inputTokens' | 'outputTokens'>,
  { provider, pricing }: { readonly provider: ModelProvider; readonly pricing: ModelPricing | undefined },
): ModelUsage {
  const inputTokens = reportedUsage.inputTokens.total ?? estimate.inputTokens
  const outputTokens = reportedUsage.outputTokens.total ?? estimate.outputTokens
  const cachedInputTokens = reportedUsage.inputTokens.cacheRead
  const use = {
    inputTokens,
    outputTokens,
    cachedInputTokens: cachedInputTokens ?? 0,
    cacheWriteTokens: reportedUsage.inputTokens.cacheWrite ?? 0,
  }
  const charged = provider === 'openrouter' ? openRouterCost(reportedUsage.raw) : undefined
  const costUsd = charged ?? (pricing === undefined ? undefined : costOf(use, pricing))
  return {
    inputTokens,
    outputTokens,
    ...(cachedInputTokens !== undefined && { cachedInputTokens }),
    ...(costUsd !== undefined && { costUsd }),
  }
}

/**
 * Returns the cost that OpenRouter reports, in credits of one dollar each. If the user brought a key of the underlying
 * provider, adds that provider's charge. https://openrouter.ai/docs/use-cases/usage-accounting
 */
function openRouterCost(usage: JSONObject | undefined): number | undefined {
  const cost = usage?.['cost']
  if (typeof cost !== 'number' || !(cost >= 0)) return undefined
  const details = usage?.['cost_details']
  const upstream =
    usage?.['is_byok'] === true && typeof details === 'object' && details !== null && !Array.isArray(details)
      ? details['upstream_inference_cost']
      : undefined
  return cost + (typeof upstream === 'number' && upstream >= 0 ? upstream : 0)
}
