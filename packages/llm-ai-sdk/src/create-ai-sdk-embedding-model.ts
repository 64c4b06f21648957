import {
  codedError,
  loadOnce,
  type EmbeddingModel,
  type EmbedOptions,
  type ModelError,
} from '@chronicle/core/contracts'
import { err, ok, type Result, type ResultAsync, safeTry } from '@chronicle/schema'
import { embedOnce } from './embed-once.ts'
import { estimateTextTokens } from './estimate-tokens.ts'
import { loadProvider } from './load-provider.ts'
import { maxUsage } from './pricing.ts'
import { MODEL_PROVIDERS, type ModelProvider } from './provider-settings.ts'
import { createRequestContext, withoutRedirects, type RequestOptions } from './request-context.ts'
import { requestWithRetries } from './request-with-retries.ts'

/** The embedding model and its limits. */
export interface AiSdkEmbeddingOptions extends RequestOptions {
  /** Cost of a million input tokens, in US dollars. If absent, a limit in dollars cannot be enforced. */
  readonly pricing?: { readonly input: number } | undefined
  /** Maximum number of texts per request. Default: 32, which every common server accepts. */
  readonly maxBatch?: number | undefined
  /** Prefixes that the model expects before each text, such as `search_query: ` and `search_document: `. */
  readonly prefixes?: Readonly<Record<NonNullable<EmbedOptions['kind']>, string>> | undefined
}

/**
 * Creates an embedding model that is called through the AI SDK. Loads and contacts nothing before the first request,
 * and then only the given provider. Anthropic has no embedding models.
 *
 * Fails with `model_not_configured` if the provider, the model, its key, its address or its price is missing or
 * invalid; the message says what to set.
 */
export function createAiSdkEmbeddingModel(options: AiSdkEmbeddingOptions): Result<EmbeddingModel, ModelError> {
  const { prefixes = { document: '', query: '' }, fetch } = options
  // A provider's package may have its own limit; the smallest is Google's, 100.
  const maxBatch = Math.min(100, Math.max(1, Math.floor(options.maxBatch ?? 32)))
  const price = options.pricing === undefined ? undefined : pricingOf(options.pricing.input)
  return createRequestContext(options, price).andThen((context): Result<EmbeddingModel, ModelError> => {
    const { settings, pricing } = context
    const { provider, model } = settings
    if (!canEmbed(provider)) {
      const others = MODEL_PROVIDERS.filter(canEmbed).join(', ')
      return err(
        codedError('model_not_configured', `The provider ${provider} has no embedding models. Use one of ${others}.`, {
          data: { provider, model },
        }),
      )
    }
    const load = loadOnce(async () => (await loadProvider(settings, withoutRedirects(fetch))).embeddingModel(model))
    let dimensions: number | undefined

    const embed = (
      texts: readonly string[],
      { kind = 'document', signal, onProgress }: EmbedOptions,
    ): ResultAsync<readonly Float32Array[], ModelError> =>
      safeTry(async function* () {
        const vectors: Float32Array[] = []
        for (let at = 0; at < texts.length; at += maxBatch) {
          const batch = texts.slice(at, at + maxBatch).map((text) => prefixes[kind] + text)
          const inputTokens = estimateTextTokens(batch)
          const answer = yield* requestWithRetries(
            context,
            maxUsage(inputTokens, 0, pricing),
            (reservation) =>
              embedOnce({ ...context, load }, { texts: batch, kind, dimensions, inputTokens, reservation, signal }),
            signal,
          )
          dimensions ??= answer[0]?.length
          vectors.push(...answer)
          onProgress?.({ step: 'embedding texts', done: vectors.length, total: texts.length })
        }
        return ok(vectors)
      })

    return ok({
      name: `${provider}/${model}`,
      maxBatch,
      get dimensions() {
        return dimensions
      },
      embed: (texts, call = {}) => embed(texts, call),
    })
  })
}

function canEmbed(provider: ModelProvider): boolean {
  return provider !== 'anthropic'
}

/** Embeddings are not cached, so nothing costs more than the input. */
function pricingOf(input: number): { readonly input: number; readonly output: number; readonly cacheWrite: number } {
  return { input, output: 0, cacheWrite: input }
}
