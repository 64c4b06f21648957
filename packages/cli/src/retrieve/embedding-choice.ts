import type { EmbeddingChoice } from '@chronicle/node'
import { omitUndefined } from '@chronicle/schema'
import type { Settings } from '../config/settings.ts'

/** The embedding model that is set, if any; a problem where a part of the setting is missing. */
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
  // The address of another provider's API would be sent the wrong key.
  const shared = provider === settings.provider ? settings.baseUrl : undefined
  const baseUrl = settings.embeddingBaseUrl ?? shared
  return {
    embeddings: { provider, model, limit: omitUndefined({ usd, tokens }), ...omitUndefined({ baseUrl, price }) },
  }
}
