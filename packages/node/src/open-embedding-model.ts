import { type EmbeddingModel } from '@chronicle/core/contracts'
import type { ModelProvider } from '@chronicle/llm-ai-sdk'
import { errAsync, omitUndefined, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'

/** An embedding model and its maximum cost. The key comes from the environment. */
export interface EmbeddingChoice {
  /** `openai`, `google`, `openrouter`, `openai-compatible`, `ollama`. */
  readonly provider: string
  /** The provider's name for it. */
  readonly model: string
  /** Base URL of the API, including its version. Default: the provider's own. */
  readonly baseUrl?: string | undefined
  /** US dollars per million tokens. */
  readonly price?: number | undefined
  /** Maximum spending of one retrieval while it is open, in US dollars or tokens. */
  readonly limit?: { readonly usd?: number | undefined; readonly tokens?: number | undefined } | undefined
}

/** Opens the chosen embedding model. Fails with `model_not_configured` if that is impossible. */
export function openEmbeddingModel(
  { provider, model, baseUrl, price, limit = {} }: EmbeddingChoice,
  env: Readonly<Record<string, string | undefined>>,
): ResultAsync<EmbeddingModel, CodedError<'model_not_configured'>> {
  return safeTry(async function* () {
    const { createAiSdkEmbeddingModel, createSpendingMeter } = await import('@chronicle/llm-ai-sdk')
    const pricing = price === undefined ? undefined : { input: price }
    return createAiSdkEmbeddingModel({
      // Validated there, with a message that lists the valid values.
      provider: provider as ModelProvider,
      ...{ model, env },
      ...omitUndefined({ baseUrl, pricing }),
      budget: createSpendingMeter(limit),
    }).mapErr((error) => ({ ...error, code: 'model_not_configured' as const }))
  })
}

/**
 * Returns a substitute for a model that cannot be opened. Its calls fail with the reason, and the caller continues
 * without it.
 */
export function createFailingEmbeddingModel(
  { provider, model }: EmbeddingChoice,
  error: CodedError<'model_not_configured'>,
): EmbeddingModel {
  return { name: `${provider}/${model}`, dimensions: undefined, maxBatch: 1, embed: () => errAsync(error) }
}

/** Whether a value is a model rather than the choice of one. */
export function isEmbeddingModel(model: EmbeddingModel | EmbeddingChoice): model is EmbeddingModel {
  return 'embed' in model
}
