import type { LanguageModelV3 } from '@ai-sdk/provider'
import {
  codedError,
  type ModelError,
  type ModelRequest,
  type ModelResponse,
  type ModelUsage,
} from '@chronicle/core/contracts'
import { err, ok, type Result } from '@chronicle/schema'
import { askOnce } from './ask-once.ts'
import { describeFailure } from './describe-failure.ts'
import { estimateInputTokens, estimateOutputTokens } from './estimate-tokens.ts'
import type { Gate } from './limit-concurrency.ts'
import { costOf, mostOf, type ModelPricing } from './pricing.ts'
import { readFailure, type ProviderFailure } from './provider-failure.ts'
import type { ProviderSettings } from './provider-settings.ts'
import { createScrub } from './scrub.ts'
import type { SpendingMeter, SpendingReservation } from './spending-meter.ts'
import { toCallOptions } from './to-call-options.ts'
import { toResponse, toUsage } from './to-response.ts'
import { orAborted, type Sleep } from './wait.ts'

/** What all requests to one model have in common. */
export interface RequestContext {
  readonly settings: ProviderSettings
  readonly load: () => Promise<LanguageModelV3>
  readonly gate: Gate
  readonly timeoutMs: number
  readonly maxRetries: number
  readonly pricing: ModelPricing | undefined
  readonly budget: SpendingMeter
  readonly sleep: Sleep
}

/** In milliseconds, as all of these. Each next wait is twice as long. */
const FIRST_WAIT = 2_000
const LONGEST_WAIT = 60_000
/** Who asks to wait longer is not waited for. */
const MOST_PATIENCE = 5 * 60_000
/** No text has as many to a token; runs of white space come nearest. */
const CHARACTERS_PER_TOKEN = 100

/** Asks until there is an answer, a failure that stays, or no attempt left. Never rejects. */
export async function requestWithRetries(
  context: RequestContext,
  request: ModelRequest,
  signal: AbortSignal | undefined,
): Promise<Result<ModelResponse, ModelError>> {
  const { settings, gate, timeoutMs, maxRetries, pricing, budget, sleep } = context
  const inputTokens = estimateInputTokens(request)
  let attempts = 0
  let leave: (() => void) | undefined
  try {
    leave = await gate.enter(signal)
    for (;;) {
      const reserved = budget.reserve(mostOf(inputTokens, request.maxOutputTokens, pricing))
      if (reserved.isErr()) return err(reserved.error)
      attempts += 1
      const outcome = await attempt(context, request, { inputTokens, reservation: reserved.value, signal })
      if (outcome.isOk()) return ok(outcome.value)
      const failure = outcome.error
      if (signal?.aborted === true) return err(aborted(settings))
      const wait = failure.retryAfter ?? backOff(attempts)
      if (!failure.retryable || attempts > maxRetries || wait > MOST_PATIENCE) {
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
}

interface Attempt {
  /** Of the request, as estimated. */
  readonly inputTokens: number
  /** Settled when the attempt ends. */
  readonly reservation: SpendingReservation
  readonly signal: AbortSignal | undefined
}

async function attempt(
  { settings, load, timeoutMs, pricing }: RequestContext,
  request: ModelRequest,
  { inputTokens, reservation, signal }: Attempt,
): Promise<Result<ModelResponse, ProviderFailure>> {
  const progress = { characters: 0 }
  const estimate = (): ModelUsage => {
    const use = { inputTokens, outputTokens: estimateOutputTokens(progress.characters) }
    if (pricing === undefined) return use
    return { ...use, costUsd: costOf({ ...use, cachedInputTokens: 0, cacheWriteTokens: 0 }, pricing) }
  }
  try {
    const limits = { timeoutMs, maxCharacters: request.maxOutputTokens * CHARACTERS_PER_TOKEN, signal }
    const answer = await askOnce(await load(), toCallOptions(request), limits, progress)
    const usage = toUsage(answer.usage, estimate(), { provider: settings.provider, pricing })
    reservation.settle(usage)
    return ok(toResponse(answer, usage))
  } catch (thrown) {
    const failure = readFailure(thrown, createScrub(settings))
    // Providers charge what they have written, and do not tell how much that was when a stream breaks.
    const charged = failure.mayBeCharged || signal?.aborted === true
    reservation.settle(charged ? estimate() : undefined)
    return err(failure)
  }
}

function backOff(attempts: number): number {
  return Math.min(FIRST_WAIT * 2 ** (attempts - 1), LONGEST_WAIT)
}

function aborted({ provider }: ProviderSettings): ModelError {
  return codedError('aborted', `The request to ${provider} was aborted.`)
}
