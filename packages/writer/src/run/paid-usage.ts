import type { ModelUsage } from '@chronicle/core/contracts'
import { omitUndefined } from '@chronicle/schema'

/** What was paid for something that failed, as its error carries it. */
export function usageOf({ data }: { readonly data?: Readonly<Record<string, unknown>> }): ModelUsage | undefined {
  return data?.['usage'] as ModelUsage | undefined
}

/** The sum of both. Of a sum with an unknown price none is known. */
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
