import type { LanguageModelV3 } from '@ai-sdk/provider'
import { codedError, type LanguageModel, type ModelError } from '@chronicle/core/contracts'
import { err, ok, ResultAsync, type Result } from '@chronicle/schema'
import { createGate } from './limit-concurrency.ts'
import { loadLanguageModel } from './load-language-model.ts'
import type { ModelPricing } from './pricing.ts'
import { resolveProviderSettings, type ProviderOptions } from './provider-settings.ts'
import { requestWithRetries } from './request-with-retries.ts'
import { createSpendingMeter, type SpendingMeter } from './spending-meter.ts'
import { sleepByTimer, type Sleep } from './wait.ts'

/** Which model to ask, and within which limits. */
export interface AiSdkModelOptions extends ProviderOptions {
  /** How long the model may send nothing before an attempt is given up, in milliseconds. Default: 5 minutes. */
  readonly timeoutMs?: number
  /** How often a request is repeated that failed for a reason that passes. Default: 4. */
  readonly maxRetries?: number
  /** Requests at a time; more wait. Default: 4. */
  readonly maxConcurrent?: number
  /** What the model costs. Absent: no cost is reported, unless the provider tells it. */
  readonly pricing?: ModelPricing
  /** Counts what is spent and refuses to exceed its limits. May be shared by several models. */
  readonly budget?: SpendingMeter
  /** Whether the model can call tools. Default: true. */
  readonly tools?: boolean
  /** Default: the runtime's. Redirects are not followed, because they would take the key along. */
  readonly fetch?: typeof globalThis.fetch
  /** How to wait between attempts. Default: by a timer. */
  readonly sleep?: Sleep
}

/**
 * Makes a model that is asked through the AI SDK. Nothing is loaded or contacted before the first request, and then
 * only the provider named.
 *
 * `model_not_configured` where the provider, the model, its key, its address or its price is missing or cannot be; the
 * message says what to set.
 */
export function createAiSdkModel(options: AiSdkModelOptions): Result<LanguageModel, ModelError> {
  return resolveProviderSettings(options).andThen((settings): Result<LanguageModel, ModelError> => {
    const { provider, model } = settings
    // What runs on one's own machine is free.
    const pricing = options.pricing ?? (provider === 'ollama' ? FREE : undefined)
    const wrong = priceProblem(pricing, options.budget, `${provider}/${model}`)
    if (wrong !== undefined) return err(codedError('model_not_configured', wrong, { data: { provider, model } }))

    const load = once(() => loadLanguageModel(settings, withoutRedirects(options.fetch)))
    const context = {
      settings,
      load,
      gate: createGate(options.maxConcurrent ?? 4),
      timeoutMs: options.timeoutMs ?? 300_000,
      maxRetries: options.maxRetries ?? 4,
      pricing,
      budget: options.budget ?? createSpendingMeter(),
      sleep: options.sleep ?? sleepByTimer,
    }
    return ok({
      name: `${provider}/${model}`,
      supports: { tools: options.tools ?? true },
      generate: (request, { signal } = {}) => new ResultAsync(requestWithRetries(context, request, signal)),
    })
  })
}

const FREE: ModelPricing = { input: 0, output: 0 }

function priceProblem(
  pricing: ModelPricing | undefined,
  budget: SpendingMeter | undefined,
  name: string,
): string | undefined {
  const bad = Object.entries(pricing ?? {}).find(([, price]) => !(Number(price) >= 0 && Number(price) < Infinity))
  if (bad !== undefined) {
    return `The price "${bad[0]}" of ${name} is ${String(bad[1])}. Give US dollars for a million tokens, zero or more.`
  }
  if (budget?.limits.usd !== undefined && pricing === undefined) {
    return `A spending limit in dollars needs the price of ${name}. Configure the price of a million tokens of input and output, or limit tokens instead.`
  }
  return undefined
}

/** Failing is not remembered: what could not be loaded may be there next time. */
function once(load: () => Promise<LanguageModelV3>): () => Promise<LanguageModelV3> {
  let loading: Promise<LanguageModelV3> | undefined
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    }))
}

/** The runtime's `fetch` is looked up when it is used, since it may be replaced later. */
function withoutRedirects(fetch: typeof globalThis.fetch | undefined): typeof globalThis.fetch {
  return (input, init) => (fetch ?? globalThis.fetch)(input, { ...init, redirect: 'manual' })
}
