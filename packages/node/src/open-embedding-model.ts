import { type EmbeddingModel } from '@chronicle/core/contracts'
import type { ModelProvider } from '@chronicle/llm-ai-sdk'
import { errAsync, omitUndefined, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'

/** Which embedding model is asked, and what it may cost. The key comes from the environment. */
export interface EmbeddingChoice {
  /** `openai`, `google`, `openrouter`, `openai-compatible`, `ollama`. */
  readonly provider: string
  /** As the provider names it. */
  readonly model: string
  /** The root of the API, with its version, where it is not the provider's own. */
  readonly baseUrl?: string
  /** US dollars for a million tokens. */
  readonly price?: number
  /** What one retrieval may spend at most, as long as it is open: US dollars, or tokens. */
  readonly limit?: { readonly usd?: number; readonly tokens?: number }
}

/** Makes the embedding model that was chosen. `model_not_configured` where it cannot be. */
export function openEmbeddingModel(
  { provider, model, baseUrl, price, limit = {} }: EmbeddingChoice,
  env: Readonly<Record<string, string | undefined>>,
): ResultAsync<EmbeddingModel, CodedError<'model_not_configured'>> {
  return safeTry(async function* () {
    const { createAiSdkEmbeddingModel, createSpendingMeter } = await import('@chronicle/llm-ai-sdk')
    const pricing = price === undefined ? undefined : { input: price }
    return createAiSdkEmbeddingModel({
      // Checked there, with a message that lists what there is.
      provider: provider as ModelProvider,
      ...{ model, env },
      ...omitUndefined({ baseUrl, pricing }),
      budget: createSpendingMeter(limit),
    }).mapErr((error) => ({ ...error, code: 'model_not_configured' as const }))
  })
}

/** Stands in for a model that cannot be opened: whoever asks it is told why, and goes on without. */
export function unavailableEmbeddingModel(
  { provider, model }: EmbeddingChoice,
  error: CodedError<'model_not_configured'>,
): EmbeddingModel {
  return { name: `${provider}/${model}`, dimensions: undefined, maxBatch: 1, embed: () => errAsync(error) }
}

/** Tells a model from the choice of one. */
export function isEmbeddingModel(model: EmbeddingModel | EmbeddingChoice): model is EmbeddingModel {
  return 'embed' in model
}
