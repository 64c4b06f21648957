import type { ModelUsage } from '@chronicle/core/contracts'
import { omitUndefined } from '@chronicle/schema'

/** Returns the usage of a failed request, from its error. */
export function usageOf({ data }: { readonly data?: Readonly<Record<string, unknown>> }): ModelUsage | undefined {
  return data?.['usage'] as ModelUsage | undefined
}

/** Returns the sum of both. If one price is unknown, the total is unknown. */
export function addUsage(before: ModelUsage | undefined, spent: ModelUsage | undefined): ModelUsage | undefined {
  if (before === undefined || spent === undefined) return before ?? spent
  const costUsd =
    before.costUsd === undefined || spent.costUsd === undefined ? undefined : before.costUsd + spent.costUsd
  return {
    inputTokens: before.inputTokens + spent.inputTokens,
    outputTokens: before.outputTokens + spent.outputTokens,
    ...omitUndefined({ costUsd }),
  }
}
