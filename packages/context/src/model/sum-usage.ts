import type { ModelUsage } from '@chronicle/core/contracts'

/** Returns the total usage of several requests. The cost is absent if that of any request is unknown. */
export function sumUsage(uses: readonly ModelUsage[]): ModelUsage {
  const costs = uses.map(({ costUsd }) => costUsd)
  const known = costs.filter((cost) => cost !== undefined)
  return {
    inputTokens: uses.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
    outputTokens: uses.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
    ...(known.length === costs.length && { costUsd: known.reduce((sum, cost) => sum + cost, 0) }),
  }
}
