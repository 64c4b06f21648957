import type { ModelUsage } from '@chronicle/core/contracts'
import { ResultAsync } from '@chronicle/schema'
import { costOf, type ModelPricing } from './pricing.ts'
import { readFailure, type ProviderFailure } from './provider-failure.ts'
import type { ProviderSettings } from './provider-settings.ts'
import { createScrub } from './scrub.ts'
import type { SpendingReservation } from './spending-meter.ts'

/** What one attempt to get an answer works with. */
export interface Attempt {
  /** Of the request, as estimated. */
  readonly inputTokens: number
  /** Settled when the attempt ends. */
  readonly reservation: SpendingReservation
  readonly signal: AbortSignal | undefined
}

/** What so many tokens come to, none of them of a cache. */
export function estimateUsage(
  inputTokens: number,
  outputTokens: number,
  pricing: ModelPricing | undefined,
): ModelUsage {
  const use = { inputTokens, outputTokens }
  if (pricing === undefined) return use
  return { ...use, costUsd: costOf({ ...use, cachedInputTokens: 0, cacheWriteTokens: 0 }, pricing) }
}

/**
 * Makes an attempt, which settles its reservation itself once there is an answer. Where it fails, the reservation is
 * settled with the estimate if the provider may charge for it: providers do not tell how much they had done.
 */
export function settleAttempt<T>(
  settings: ProviderSettings,
  { reservation, signal }: Attempt,
  estimate: () => ModelUsage,
  ask: () => Promise<T>,
): ResultAsync<T, ProviderFailure> {
  return ResultAsync.fromPromise(ask(), (thrown) => {
    const failure = readFailure(thrown, createScrub(settings))
    const charged = failure.mayBeCharged || signal?.aborted === true
    reservation.settle(charged ? estimate() : undefined)
    return failure
  })
}
