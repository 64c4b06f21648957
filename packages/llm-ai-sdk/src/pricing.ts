import type { ModelUsage } from '@chronicle/core/contracts'

/** What a model costs, in US dollars for a million tokens. */
export interface ModelPricing {
  readonly input: number
  readonly output: number
  /** Input read from the provider's cache. Absent: as much as other input. */
  readonly cachedInput?: number
  /** Input written to the provider's cache. Absent: a quarter more than other input, as Anthropic charges. */
  readonly cacheWrite?: number
}

/** What a request used. Cached tokens are among `inputTokens`. */
export interface TokenUse {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedInputTokens: number
  readonly cacheWriteTokens: number
}

/** US dollars. */
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

/** The most that so many tokens can cost: everything is written to the cache. */
export function mostOf(inputTokens: number, outputTokens: number, pricing: ModelPricing | undefined): ModelUsage {
  if (pricing === undefined) return { inputTokens, outputTokens }
  const dearest = Math.max(pricing.input, pricing.cacheWrite ?? pricing.input * 1.25)
  return { inputTokens, outputTokens, costUsd: (inputTokens * dearest + outputTokens * pricing.output) / 1_000_000 }
}
