import { codedError, type ModelError } from '@chronicle/core/contracts'
import { err, ok, type Result } from '@chronicle/schema'
import { createGate, type Gate } from './limit-concurrency.ts'
import type { ModelPricing } from './pricing.ts'
import { resolveProviderSettings, type ProviderOptions, type ProviderSettings } from './provider-settings.ts'
import { createSpendingMeter, type SpendingMeter } from './spending-meter.ts'
import { sleepByTimer, type Sleep } from './wait.ts'

/** Which model to ask, and within which limits. */
export interface RequestOptions extends ProviderOptions {
  /** How long the model may send nothing before an attempt is given up, in milliseconds. Default: 5 minutes. */
  readonly timeoutMs?: number
  /** How often a request is repeated that failed for a reason that passes. Default: 4. */
  readonly maxRetries?: number
  /** Requests at a time; more wait. Default: 4. */
  readonly maxConcurrent?: number
  /** Counts what is spent and refuses to exceed its limits. May be shared by several models. */
  readonly budget?: SpendingMeter
  /** Default: the runtime's. Redirects are not followed, because they would take the key along. */
  readonly fetch?: typeof globalThis.fetch
  /** How to wait between attempts. Default: by a timer. */
  readonly sleep?: Sleep
}

/** What all requests to one model have in common. */
export interface RequestContext {
  readonly settings: ProviderSettings
  readonly gate: Gate
  readonly timeoutMs: number
  readonly maxRetries: number
  readonly pricing: ModelPricing | undefined
  readonly budget: SpendingMeter
  readonly sleep: Sleep
}

/** Checks and completes options. `price`: of a million tokens, where one was configured. Contacts nobody. */
export function createRequestContext(
  options: RequestOptions,
  price: ModelPricing | undefined,
): Result<RequestContext, ModelError> {
  return resolveProviderSettings(options).andThen((settings): Result<RequestContext, ModelError> => {
    const { provider, model } = settings
    // What runs on one's own machine is free.
    const pricing = price ?? (provider === 'ollama' ? FREE : undefined)
    const wrong = priceProblem(pricing, options.budget, `${provider}/${model}`)
    if (wrong !== undefined) return err(codedError('model_not_configured', wrong, { data: { provider, model } }))
    return ok({
      settings,
      gate: createGate(options.maxConcurrent ?? 4),
      timeoutMs: options.timeoutMs ?? 300_000,
      maxRetries: options.maxRetries ?? 4,
      pricing,
      budget: options.budget ?? createSpendingMeter(),
      sleep: options.sleep ?? sleepByTimer,
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

/** Remembers what was loaded. Failing is not remembered: what could not be loaded may be there next time. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    }))
}

/** The runtime's `fetch` is looked up when it is used, since it may be replaced later. */
export function withoutRedirects(fetch: typeof globalThis.fetch | undefined): typeof globalThis.fetch {
  return (input, init) => (fetch ?? globalThis.fetch)(input, { ...init, redirect: 'manual' })
}
