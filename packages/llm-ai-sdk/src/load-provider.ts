import type { ProviderV3 } from '@ai-sdk/provider'
import type { ProviderSettings } from './provider-settings.ts'

/**
 * Loads the package of one provider, which creates its models. All settings are passed explicitly: for omitted ones,
 * the packages would read keys and addresses from the environment of the process.
 */
export async function loadProvider(
  { provider, apiKey = '', headers, baseUrl }: ProviderSettings,
  fetch: typeof globalThis.fetch,
): Promise<ProviderV3> {
  const shared = { baseURL: baseUrl.replace(/\/+$/, ''), apiKey, headers, fetch }
  switch (provider) {
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(shared)
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(shared)
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(shared)
    case 'openrouter':
    case 'openai-compatible':
    case 'ollama': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({ ...shared, name: provider, includeUsage: true })
    }
  }
}
