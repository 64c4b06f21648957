import type { LanguageModel } from '@chronicle/core/contracts'
import type { ModelProvider } from '@chronicle/llm-ai-sdk'
import { omitUndefined, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'

/** Which model is asked, and what it may cost. The key comes from the environment. */
export interface ModelChoice {
  /** `anthropic`, `openai`, `google`, `openrouter`, `openai-compatible`, `ollama`. */
  readonly provider: string
  /** As the provider names it. */
  readonly model?: string
  /** The root of the API, with its version, where it is not the provider's own. */
  readonly baseUrl?: string
  /** US dollars for a million tokens. */
  readonly price?: { readonly input: number; readonly output: number }
  /** What one call may spend at most: US dollars, or tokens of input and output together. */
  readonly limit?: { readonly usd?: number; readonly tokens?: number }
}

/** Makes the model that was chosen. `model_not_configured` where it cannot be. */
export function openModel(
  choice: ModelChoice | undefined,
  env: Readonly<Record<string, string | undefined>>,
): ResultAsync<LanguageModel, CodedError> {
  return safeTry(async function* () {
    const { createAiSdkModel, createSpendingMeter } = await import('@chronicle/llm-ai-sdk')
    const { provider, model, baseUrl, price, limit = {} } = choice ?? {}
    return createAiSdkModel({
      // Checked there, with a message that lists what there is.
      provider: provider as ModelProvider | undefined,
      ...{ model, baseUrl, env },
      ...omitUndefined({ pricing: price }),
      budget: createSpendingMeter(limit),
    })
  })
}

/** Tells a model from the choice of one. */
export function isModel(model: ModelChoice | LanguageModel | undefined): model is LanguageModel {
  return model !== undefined && 'generate' in model
}
