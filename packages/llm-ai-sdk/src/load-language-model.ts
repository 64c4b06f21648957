import type { LanguageModelV3 } from '@ai-sdk/provider'
import type { ProviderSettings } from './provider-settings.ts'

/**
 * Loads the package of one provider and makes its model. Everything is said explicitly: left out, the packages look
 * for keys and addresses in the environment of the process.
 */
export async function loadLanguageModel(
  settings: ProviderSettings,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModelV3> {
  const { provider, model, apiKey = '', headers } = settings
  const shared = { baseURL: settings.baseUrl.replace(/\/+$/, ''), apiKey, headers, fetch }
  switch (provider) {
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(shared).languageModel(model)
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(shared).responses(model)
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(shared).languageModel(model)
    case 'openrouter':
    case 'openai-compatible':
    case 'ollama': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({ ...shared, name: provider, includeUsage: true }).languageModel(model)
    }
  }
}
