import type { EmbeddingChoice } from '@chronicle/node'
import { omitUndefined } from '@chronicle/schema'
import type { Settings } from '../config/settings.ts'

/** Returns the configured embedding model, if any, or a problem if a part of the configuration is missing. */
export function embeddingChoiceOf(settings: Settings): {
  readonly embeddings?: EmbeddingChoice
  readonly problem?: string
} {
  const { embeddingModel: model, embeddingPrice: price, maxSpend: usd, maxSpendTokens: tokens } = settings
  if (model === undefined) return {}
  const provider = settings.embeddingProvider ?? settings.provider
  if (provider === undefined) {
    const problem = `The embedding model ${model} has no provider, so it is not asked. Set chronicle.embeddingProvider in git's configuration.`
    return { problem }
  }
  // Another provider's `baseUrl` must not be used: it would receive the wrong key.
  const shared = provider === settings.provider ? settings.baseUrl : undefined
  const baseUrl = settings.embeddingBaseUrl ?? shared
  return {
    embeddings: { provider, model, limit: omitUndefined({ usd, tokens }), ...omitUndefined({ baseUrl, price }) },
  }
}
