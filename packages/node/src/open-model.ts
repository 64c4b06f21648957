import { requireArguments, type LanguageModel } from '@chronicle/core/contracts'
import type { ModelProvider } from '@chronicle/llm-ai-sdk'
import { ok, omitUndefined, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'

/** A model and its maximum cost. The key comes from the environment. */
export interface ModelChoice {
  /** `anthropic`, `openai`, `google`, `openrouter`, `openai-compatible`, `ollama`. */
  readonly provider: string
  /** The provider's name for it. */
  readonly model?: string | undefined
  /** Base URL of the API, including its version. Default: the provider's own. */
  readonly baseUrl?: string | undefined
  /** US dollars per million tokens. */
  readonly price?: { readonly input: number; readonly output: number } | undefined
  /** Maximum spending of one call, in US dollars, or in tokens of input and output together. */
  readonly limit?: { readonly usd?: number | undefined; readonly tokens?: number | undefined } | undefined
}

/** Returns a model, or opens the chosen one. Fails with `model_not_configured` if that is impossible. */
export function openModel(
  choice: ModelChoice | LanguageModel | undefined,
  env: Readonly<Record<string, string | undefined>>,
): ResultAsync<LanguageModel, CodedError> {
  return safeTry(async function* () {
    yield* requireArguments({ model: choice }, { model: 'object?' }, 'unsupported')
    if (isModel(choice)) return ok(choice)
    const { createAiSdkModel, createSpendingMeter } = await import('@chronicle/llm-ai-sdk')
    const { provider, model, baseUrl, price, limit = {} } = choice ?? {}
    return createAiSdkModel({
      // Validated there, with a message that lists the valid values.
      provider: provider as ModelProvider | undefined,
      ...{ model, baseUrl, env },
      ...omitUndefined({ pricing: price }),
      budget: createSpendingMeter(limit),
    })
  })
}

/** Whether a value is a model rather than the choice of one. */
export function isModel(model: ModelChoice | LanguageModel | undefined): model is LanguageModel {
  return typeof model === 'object' && model !== null && 'generate' in model
}
