import type { LanguageModelV3 } from '@ai-sdk/provider'
import type { ModelRequest, ModelResponse, ModelUsage } from '@chronicle/core/contracts'
import { err, ok, safeTry, type ResultAsync } from '@chronicle/schema'
import { askOnce } from './ask-once.ts'
import { estimateOutputTokens } from './estimate-tokens.ts'
import { costOf } from './pricing.ts'
import { readFailure, type ProviderFailure } from './provider-failure.ts'
import type { RequestContext } from './request-context.ts'
import { createScrub } from './scrub.ts'
import type { SpendingReservation } from './spending-meter.ts'
import { toCallOptions } from './to-call-options.ts'
import { toResponse, toUsage } from './to-response.ts'

/** No text has as many to a token; runs of white space come nearest. */
const CHARACTERS_PER_TOKEN = 100

/** What one attempt to get an answer works with. */
export interface GenerateAttempt {
  /** Of the request, as estimated. */
  readonly inputTokens: number
  /** Settled when the attempt ends. */
  readonly reservation: SpendingReservation
  readonly signal: AbortSignal | undefined
}

/** Asks a language model once. */
export function generateOnce(
  { settings, load, timeoutMs, pricing }: RequestContext & { readonly load: () => Promise<LanguageModelV3> },
  request: ModelRequest,
  { inputTokens, reservation, signal }: GenerateAttempt,
): ResultAsync<ModelResponse, ProviderFailure> {
  return safeTry(async function* () {
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
  })
}
