import { codedError, type ModelError } from '@chronicle/core/contracts'
import { err, ok, omitUndefined, type Result } from '@chronicle/schema'

/**
 * The provider of the model. `openai-compatible` is any server with OpenAI's chat completions API, at the given
 * `baseUrl`.
 */
export type ModelProvider = 'anthropic' | 'openai' | 'google' | 'openrouter' | 'openai-compatible' | 'ollama'

/** The model and its key. */
export interface ProviderOptions {
  /** If absent, no model is configured, and nothing is ever contacted. */
  readonly provider?: ModelProvider | undefined
  /** The provider's name for it: `claude-sonnet-4-5`. */
  readonly model?: string | undefined
  /** If absent, it is read from `env`. */
  readonly apiKey?: string | undefined
  /** Base URL of the API, including its version: `https://proxy.example/v1`. Default: the provider's own. */
  readonly baseUrl?: string | undefined
  /** Sent with each request in addition to the provider's own headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Environment to read keys from, usually `process.env`. Nothing else is read from it. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Validated and completed options. */
export interface ProviderSettings {
  readonly provider: ModelProvider
  readonly model: string
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  readonly apiKey?: string
  /** The source of the key, for messages: `ANTHROPIC_API_KEY`. */
  readonly keySource: string
}

interface ProviderFacts {
  readonly baseUrl?: string
  readonly keyVariables: readonly string[]
  readonly needsKey: boolean
}

const PROVIDERS: Readonly<Record<ModelProvider, ProviderFacts>> = {
  anthropic: { baseUrl: 'https://api.anthropic.com/v1', keyVariables: ['ANTHROPIC_API_KEY'], needsKey: true },
  openai: { baseUrl: 'https://api.openai.com/v1', keyVariables: ['OPENAI_API_KEY'], needsKey: true },
  google: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyVariables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
    needsKey: true,
  },
  openrouter: { baseUrl: 'https://openrouter.ai/api/v1', keyVariables: ['OPENROUTER_API_KEY'], needsKey: true },
  // Uses its own variable: OpenAI's key must not go to the operator of another endpoint.
  'openai-compatible': { keyVariables: ['OPENAI_COMPATIBLE_API_KEY'], needsKey: false },
  ollama: { baseUrl: 'http://127.0.0.1:11434/v1', keyVariables: ['OLLAMA_API_KEY'], needsKey: false },
}

/** All providers. */
export const MODEL_PROVIDERS: readonly ModelProvider[] = Object.keys(PROVIDERS) as ModelProvider[]

/** Validates and completes the configured options. Contacts nobody. */
export function resolveProviderSettings(options: ProviderOptions): Result<ProviderSettings, ModelError> {
  const { provider, model, env, headers = {} } = options
  if (provider === undefined) {
    return notConfigured(
      `No model is configured, so none is asked. Set a provider (${MODEL_PROVIDERS.join(', ')}) and a model.`,
    )
  }
  if (!MODEL_PROVIDERS.includes(provider)) {
    return notConfigured(
      `There is no model provider "${String(provider)}". Use one of ${MODEL_PROVIDERS.join(', ')}.`,
      { provider, providers: MODEL_PROVIDERS },
    )
  }
  if (model === undefined || model.trim() === '') {
    return notConfigured(`No model is set for the provider ${provider}. Name one as ${provider} does.`, { provider })
  }
  const facts = PROVIDERS[provider]
  const baseUrl = options.baseUrl ?? facts.baseUrl
  if (baseUrl === undefined) {
    return notConfigured(
      `The provider ${provider} needs the address of its API. Set a base URL such as http://127.0.0.1:8080/v1.`,
      { provider },
    )
  }
  if (!isHttpUrl(baseUrl)) {
    return notConfigured(
      `The base URL of ${provider} is no http or https address without user name, query and fragment. Set one such as https://example.org/v1, and give keys through the environment.`,
      { provider },
    )
  }
  const variable = facts.keyVariables.find((name) => (env[name] ?? '').trim() !== '')
  const apiKey = (options.apiKey ?? (variable === undefined ? undefined : env[variable]))?.trim()
  const keySource = options.apiKey === undefined ? (variable ?? facts.keyVariables.join(' or ')) : 'the key given'
  if (apiKey === undefined || apiKey === '') {
    if (facts.needsKey) {
      return notConfigured(
        `The provider ${provider} needs a key. Set ${facts.keyVariables.join(' or ')} in the environment.`,
        { provider, variables: facts.keyVariables },
      )
    }
    return ok({ provider, model, baseUrl, headers, keySource })
  }
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    return notConfigured(
      `${keySource} holds characters that cannot be sent as a key, such as a line break or a quote of another alphabet. Set it to the key alone.`,
      { provider },
    )
  }
  return ok({ provider, model, baseUrl, headers, keySource, apiKey })
}

function notConfigured(message: string, data?: Readonly<Record<string, unknown>>): Result<never, ModelError> {
  return err(codedError('model_not_configured', message, omitUndefined({ data })))
}

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === ''
}
