import type { EmbeddingModelV3 } from '@ai-sdk/provider'
import type { ModelProvider, ProviderSettings } from './provider-settings.ts'

/** Providers that turn texts into vectors. */
export type EmbeddingProvider = Exclude<ModelProvider, 'anthropic'>

/** Loads the package of one provider and makes its embedding model. Everything is said explicitly, as for language models. */
export async function loadEmbeddingModel(
  { model, apiKey = '', headers, baseUrl }: ProviderSettings,
  provider: EmbeddingProvider,
  fetch: typeof globalThis.fetch,
): Promise<EmbeddingModelV3> {
  const shared = { baseURL: baseUrl.replace(/\/+$/, ''), apiKey, headers, fetch }
  switch (provider) {
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(shared).embeddingModel(model)
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(shared).embeddingModel(model)
    case 'openrouter':
    case 'openai-compatible':
    case 'ollama': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({ ...shared, name: provider }).embeddingModel(model)
    }
  }
}
