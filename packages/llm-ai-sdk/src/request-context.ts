import { codedError, type ModelError } from '@chronicle/core/contracts'
import { err, ok, type Result } from '@chronicle/schema'
import { createGate, type Gate } from './limit-concurrency.ts'
import type { ModelPricing } from './pricing.ts'
import { resolveProviderSettings, type ProviderOptions, type ProviderSettings } from './provider-settings.ts'
import { createSpendingMeter, type SpendingMeter } from './spending-meter.ts'
import { sleepByTimer, type Sleep } from './wait.ts'

/** The model and its limits. */
export interface RequestOptions extends ProviderOptions {
  /** Maximum time without output before an attempt is aborted, in milliseconds. Default: 5 minutes. */
  readonly timeoutMs?: number | undefined
  /** Maximum number of retries after temporary failures. Default: 4. */
  readonly maxRetries?: number | undefined
  /** Maximum number of concurrent requests; others wait. Default: 4. */
  readonly maxConcurrent?: number | undefined
  /** Counts the spending and enforces its limits. Several models may share it. */
  readonly budget?: SpendingMeter | undefined
  /** Default: the runtime's. Redirects are not followed, because they would carry the key along. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Waits between attempts. Default: a timer. */
  readonly sleep?: Sleep | undefined
}

/** The common part of all requests to one model. */
export interface RequestContext {
  readonly settings: ProviderSettings
  readonly gate: Gate
  readonly timeoutMs: number
  readonly maxRetries: number
  readonly pricing: ModelPricing | undefined
  readonly budget: SpendingMeter
  readonly sleep: Sleep
}

/** Validates and completes options. `price` is the configured price per million tokens, if any. Contacts nobody. */
export function createRequestContext(
  options: RequestOptions,
  price: ModelPricing | undefined,
): Result<RequestContext, ModelError> {
  return resolveProviderSettings(options).andThen((settings): Result<RequestContext, ModelError> => {
    const { provider, model } = settings
    // A model on the user's own machine is free.
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

/**
 * Wraps `fetch` without redirects. The runtime's `fetch` is looked up on each use, because it may be replaced later.
 */
export function withoutRedirects(fetch: typeof globalThis.fetch | undefined): typeof globalThis.fetch {
  return (input, init) => (fetch ?? globalThis.fetch)(input, { ...init, redirect: 'manual' })
}
