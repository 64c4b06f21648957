import { codedError, type ModelError, type ModelUsage } from '@chronicle/core/contracts'
import { err, ok, safeTry, type ResultAsync } from '@chronicle/schema'
import { describeFailure } from './describe-failure.ts'
import { readFailure, type ProviderFailure } from './provider-failure.ts'
import type { ProviderSettings } from './provider-settings.ts'
import type { RequestContext } from './request-context.ts'
import { createScrub } from './scrub.ts'
import type { SpendingReservation } from './spending-meter.ts'
import { orAborted } from './wait.ts'

/** All in milliseconds. Each wait is twice as long as the one before. */
const FIRST_WAIT = 2_000
const LONGEST_WAIT = 60_000
/** If the provider asks for a longer wait, the request fails instead. */
const MAX_REQUESTED_WAIT = 5 * 60_000

/**
 * Retries until there is an answer, a permanent failure, or no attempt left. Never rejects. `most` is the maximum that
 * one attempt can use; `attempt` settles the reservation that it receives.
 */
export function requestWithRetries<T>(
  { settings, gate, timeoutMs, maxRetries, budget, sleep }: RequestContext,
  most: ModelUsage,
  attempt: (reservation: SpendingReservation) => ResultAsync<T, ProviderFailure>,
  signal: AbortSignal | undefined,
): ResultAsync<T, ModelError> {
  return safeTry(async function* () {
    let attempts = 0
    let leave: (() => void) | undefined
    try {
      leave = await gate.enter(signal)
      for (;;) {
        const reserved = yield* budget.reserve(most)
        attempts += 1
        const outcome = await attempt(reserved)
        if (outcome.isOk()) return ok(outcome.value)
        const failure = outcome.error
        if (signal?.aborted === true) return err(aborted(settings))
        const wait = failure.retryAfter ?? backOff(attempts)
        if (!failure.retryable || attempts > maxRetries || wait > MAX_REQUESTED_WAIT) {
          return err(describeFailure(failure, settings, { attempts, timeoutMs }))
        }
        await orAborted(signal, () => sleep(wait, signal))
      }
    } catch (thrown) {
      if (signal?.aborted === true) return err(aborted(settings))
      const failure = readFailure(thrown, createScrub(settings))
      return err(describeFailure(failure, settings, { attempts, timeoutMs }))
    } finally {
      leave?.()
    }
  })
}

function backOff(attempts: number): number {
  return Math.min(FIRST_WAIT * 2 ** (attempts - 1), LONGEST_WAIT)
}

function aborted({ provider }: ProviderSettings): ModelError {
  return codedError('aborted', `The request to ${provider} was aborted.`)
}
