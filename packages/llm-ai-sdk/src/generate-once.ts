import type { LanguageModelV3 } from '@ai-sdk/provider'
import type { ModelRequest, ModelResponse, ModelUsage } from '@chronicle/core/contracts'
import type { ResultAsync } from '@chronicle/schema'
import { askOnce } from './ask-once.ts'
import { estimateOutputTokens } from './estimate-tokens.ts'
import type { ProviderFailure } from './provider-failure.ts'
import type { RequestContext } from './request-context.ts'
import { estimateUsage, settleAttempt, type Attempt } from './settle-attempt.ts'
import { toCallOptions } from './to-call-options.ts'
import { toResponse, toUsage } from './to-response.ts'

/** An upper bound that no text reaches; runs of white space come closest. */
const CHARACTERS_PER_TOKEN = 100

/** Calls a language model once. */
export function generateOnce(
  { settings, load, timeoutMs, pricing }: RequestContext & { readonly load: () => Promise<LanguageModelV3> },
  request: ModelRequest,
  attempt: Attempt,
): ResultAsync<ModelResponse, ProviderFailure> {
  const progress = { characters: 0 }
  const estimate = (): ModelUsage =>
    estimateUsage(attempt.inputTokens, estimateOutputTokens(progress.characters), pricing)
  return settleAttempt(settings, attempt, estimate, async () => {
    const limits = {
      timeoutMs,
      maxCharacters: request.maxOutputTokens * CHARACTERS_PER_TOKEN,
      signal: attempt.signal,
    }
    const answer = await askOnce(await load(), toCallOptions(request), limits, progress)
    const usage = toUsage(answer.usage, estimate(), { provider: settings.provider, pricing })
    attempt.reservation.settle(usage)
    return toResponse(answer, usage)
  })
}
