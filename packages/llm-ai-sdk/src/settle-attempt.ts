import type { ModelUsage } from '@chronicle/core/contracts'
import { ResultAsync } from '@chronicle/schema'
import { costOf, type ModelPricing } from './pricing.ts'
import { readFailure, type ProviderFailure } from './provider-failure.ts'
import type { ProviderSettings } from './provider-settings.ts'
import { createScrub } from './scrub.ts'
import type { SpendingReservation } from './spending-meter.ts'

/** The input of one attempt. */
export interface Attempt {
  /** Estimated tokens of the request. */
  readonly inputTokens: number
  /** Settled when the attempt ends. */
  readonly reservation: SpendingReservation
  readonly signal: AbortSignal | undefined
}

/** Returns the usage for a number of tokens, assuming that none are cached. */
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
 * Runs an attempt, which settles its reservation itself on success. If it fails and the provider may charge for it, the
 * reservation is settled with the estimate, because providers do not report how much they had done.
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
