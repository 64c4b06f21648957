import { describe, expect, it } from 'vitest'
import { createAiSdkModel } from './create-ai-sdk-model.ts'
import {
  MODEL_PROVIDERS,
  resolveProviderSettings,
  type ModelProvider,
  type ProviderOptions,
} from './provider-settings.ts'
import { createSpendingMeter } from './spending-meter.ts'

const KEY = 'sk-test-0123456789abcdef'

function refused(options: ProviderOptions): string {
  const error = resolveProviderSettings(options)._unsafeUnwrapErr()
  expect(error.code).toBe('model_not_configured')
  expect(JSON.stringify(error)).not.toContain('0123456789')
  return error.message
}

it('asks nobody unless a provider is set, whatever keys there are', () => {
  const env = { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY, OPENROUTER_API_KEY: KEY }
  expect(refused({ env, model: 'claude' })).toBe(
    'No model is configured, so none is asked. Set a provider (anthropic, openai, google, openrouter, openai-compatible, ollama) and a model.',
  )
  expect(refused({ env, provider: 'constructor' as ModelProvider, model: 'x' })).toBe(
    'There is no model provider "constructor". Use one of anthropic, openai, google, openrouter, openai-compatible, ollama.',
  )
})

it.each(MODEL_PROVIDERS)('%s needs the name of a model', (provider) => {
  expect(refused({ provider, env: {} })).toContain(`No model is set for the provider ${provider}.`)
  expect(refused({ provider, model: ' ', env: {} })).toContain('Name one')
})

it.each([
  ['anthropic', 'ANTHROPIC_API_KEY'],
  ['openai', 'OPENAI_API_KEY'],
  ['google', 'GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY'],
  ['openrouter', 'OPENROUTER_API_KEY'],
] as const)('%s needs a key', (provider, variables) => {
  const message = `The provider ${provider} needs a key. Set ${variables} in the environment.`
  for (const variable of variables.split(' or ')) {
    expect(refused({ provider, model: 'm', env: { [variable]: '  ' } })).toBe(message)
    const found = resolveProviderSettings({ provider, model: 'm', env: { [variable]: `${KEY}\n` } })
    expect(found._unsafeUnwrap()).toMatchObject({ apiKey: KEY, keySource: variable })
  }
  expect(refused({ provider, model: 'm', env: {} })).toBe(message)
  expect(refused({ provider, model: 'm', env: {}, apiKey: '' })).toBe(message)
})

it('does not give the key of one provider to another', () => {
  const all = ['ANTHROPIC', 'OPENAI', 'GOOGLE_GENERATIVE_AI', 'GEMINI', 'OPENROUTER'].map((name) => [
    `${name}_API_KEY`,
    KEY,
  ])
  const env = Object.fromEntries(all) as Record<string, string>
  const baseUrl = 'http://127.0.0.1:1/v1'
  for (const provider of ['openai-compatible', 'ollama'] as const) {
    expect(resolveProviderSettings({ provider, model: 'm', baseUrl, env })._unsafeUnwrap().apiKey).toBeUndefined()
  }
})

it('prefers the key given to that of the environment', () => {
  const options = { provider: 'openai', model: 'm', env: { OPENAI_API_KEY: 'other' }, apiKey: KEY } as const
  expect(resolveProviderSettings(options)._unsafeUnwrap()).toMatchObject({ apiKey: KEY, keySource: 'the key given' })
})

it.each(['sk-0123456789\nabc', '“sk-0123456789”', 'sk 0123456789'])('refuses a key that cannot be sent: %j', (key) => {
  expect(refused({ provider: 'openai', model: 'm', env: { OPENAI_API_KEY: key } })).toBe(
    'OPENAI_API_KEY holds characters that cannot be sent as a key, such as a line break or a quote of another alphabet. Set it to the key alone.',
  )
})

describe('the base URL', () => {
  const env = { OPENAI_COMPATIBLE_API_KEY: KEY }
  it('must be given where there is no usual one', () => {
    expect(refused({ provider: 'openai-compatible', model: 'm', env })).toBe(
      'The provider openai-compatible needs the address of its API. Set a base URL such as http://127.0.0.1:8080/v1.',
    )
  })

  it.each([
    '',
    'localhost:8080',
    'file:///etc/passwd',
    'https://me:0123456789@host/v1',
    'https://host/v1?key=0123456789',
  ])('is refused: %j', (baseUrl) => {
    expect(refused({ provider: 'openai-compatible', model: 'm', env, baseUrl })).toContain(
      'is no http or https address without user name, query and fragment',
    )
  })
})

describe('the price', () => {
  const options = { provider: 'anthropic', model: 'm', env: { ANTHROPIC_API_KEY: KEY } } as const
  it('is needed for a limit in dollars', () => {
    const error = createAiSdkModel({ ...options, budget: createSpendingMeter({ usd: 1 }) })._unsafeUnwrapErr()
    expect(error).toMatchObject({
      code: 'model_not_configured',
      message:
        'A spending limit in dollars needs the price of anthropic/m. Configure the price of a million tokens of input and output, or limit tokens instead.',
    })
    expect(createAiSdkModel({ ...options, budget: createSpendingMeter({ tokens: 1 }) }).isOk()).toBe(true)
  })

  it.each([-1, NaN, Infinity])('is refused: %d', (input) => {
    const error = createAiSdkModel({ ...options, pricing: { input, output: 1 } })._unsafeUnwrapErr()
    expect(error.message).toBe(
      `The price "input" of anthropic/m is ${String(input)}. Give US dollars for a million tokens, zero or more.`,
    )
  })
})

it('names the model as notes do', () => {
  const model = createAiSdkModel({ provider: 'ollama', model: 'qwen3', env: {}, tools: false })._unsafeUnwrap()
  expect(model).toMatchObject({ name: 'ollama/qwen3', supports: { tools: false } })
})
