import type { ModelUsage } from '@chronicle/core/contracts'

/** The price of a model, in US dollars per million tokens. */
export interface ModelPricing {
  readonly input: number
  readonly output: number
  /** Input read from the provider's cache. Default: the price of other input. */
  readonly cachedInput?: number
  /** Input written to the provider's cache. Default: 25 % more than other input, as Anthropic charges. */
  readonly cacheWrite?: number
}

/** The tokens that a request used. `inputTokens` includes cached tokens. */
export interface TokenUse {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedInputTokens: number
  readonly cacheWriteTokens: number
}

/** Returns the cost in US dollars. */
export function costOf(use: TokenUse, pricing: ModelPricing): number {
  const plain = Math.max(0, use.inputTokens - use.cachedInputTokens - use.cacheWriteTokens)
  return (
    (plain * pricing.input +
      use.cachedInputTokens * (pricing.cachedInput ?? pricing.input) +
      use.cacheWriteTokens * (pricing.cacheWrite ?? pricing.input * 1.25) +
      use.outputTokens * pricing.output) /
    1_000_000
  )
}

/** Returns the maximum cost of a number of tokens: all input is written to the cache. */
export function maxUsage(inputTokens: number, outputTokens: number, pricing: ModelPricing | undefined): ModelUsage {
  if (pricing === undefined) return { inputTokens, outputTokens }
  const dearest = Math.max(pricing.input, pricing.cacheWrite ?? pricing.input * 1.25)
  return { inputTokens, outputTokens, costUsd: (inputTokens * dearest + outputTokens * pricing.output) / 1_000_000 }
}
