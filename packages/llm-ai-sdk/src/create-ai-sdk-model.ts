import { loadOnce, type LanguageModel, type ModelError } from '@chronicle/core/contracts'
import type { Result } from '@chronicle/schema'
import { generateOnce } from './generate-once.ts'
import { estimateInputTokens } from './estimate-tokens.ts'
import { loadProvider } from './load-provider.ts'
import { maxUsage, type ModelPricing } from './pricing.ts'
import { createRequestContext, withoutRedirects, type RequestOptions } from './request-context.ts'
import { requestWithRetries } from './request-with-retries.ts'

/** The language model and its limits. */
export interface AiSdkModelOptions extends RequestOptions {
  /** The price of the model. If absent, no cost is reported, unless the provider does so. */
  readonly pricing?: ModelPricing | undefined
  /** Whether the model can call tools. Default: true. */
  readonly tools?: boolean | undefined
}

/**
 * Creates a model that is called through the AI SDK. Loads and contacts nothing before the first request, and then only
 * the given provider.
 *
 * Fails with `model_not_configured` if the provider, the model, its key, its address or its price is missing or
 * invalid; the message says what to set.
 */
export function createAiSdkModel(options: AiSdkModelOptions): Result<LanguageModel, ModelError> {
  return createRequestContext(options, options.pricing).map((context): LanguageModel => {
    const { settings, pricing } = context
    const { provider, model } = settings
    const load = loadOnce(async () =>
      (await loadProvider(settings, withoutRedirects(options.fetch))).languageModel(model),
    )
    return {
      name: `${provider}/${model}`,
      supports: { tools: options.tools ?? true },
      generate: (request, { signal } = {}) => {
        const inputTokens = estimateInputTokens(request)
        const most = maxUsage(inputTokens, request.maxOutputTokens, pricing)
        return requestWithRetries(
          context,
          most,
          (reservation) => generateOnce({ ...context, load }, request, { inputTokens, reservation, signal }),
          signal,
        )
      },
    }
  })
}
