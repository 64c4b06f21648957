import { createAiSdkModel, type ModelProvider } from '@chronicle/llm-ai-sdk'
import { afterEach, expect, it, vi } from 'vitest'
import { question } from './conversation.ts'
import { KEY } from './open-model.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

it.each([
  ['anthropic', 'ANTHROPIC_API_KEY', 'https://api.anthropic.com/v1/messages'],
  ['openai', 'OPENAI_API_KEY', 'https://api.openai.com/v1/responses'],
  [
    'google',
    'GEMINI_API_KEY',
    'https://generativelanguage.googleapis.com/v1beta/models/m:streamGenerateContent?alt=sse',
  ],
  ['openrouter', 'OPENROUTER_API_KEY', 'https://openrouter.ai/api/v1/chat/completions'],
  ['ollama', 'OLLAMA_API_KEY', 'http://127.0.0.1:11434/v1/chat/completions'],
] as const)('%s is asked at its own address, with the key given, whatever the process has', async (...row) => {
  const [provider, variable, address] = row
  for (const name of ['ANTHROPIC', 'OPENAI']) vi.stubEnv(`${name}_BASE_URL`, 'http://127.0.0.1:9/elsewhere')
  for (const name of ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'OPENAI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY']) {
    vi.stubEnv(name, 'key-of-the-process')
  }
  const { sent, error } = await askThroughFetch(provider, { [variable]: KEY })
  expect(sent.map(({ url }) => url)).toEqual([address])
  expect(sent[0]?.headers).toContain(KEY)
  expect(sent[0]?.headers).not.toContain('key-of-the-process')
  expect(error.code).toBe('model_unauthorized')
})

it('gives up a request that nothing can abort', async () => {
  const env = { ANTHROPIC_API_KEY: KEY }
  const never = (): Promise<Response> => new Promise(() => undefined)
  const options = { provider: 'anthropic', model: 'm', env, fetch: never, maxRetries: 0 } as const
  const slow = createAiSdkModel({ ...options, timeoutMs: 30 })._unsafeUnwrap()
  expect((await slow.generate(question))._unsafeUnwrapErr().code).toBe('model_timed_out')
  const controller = new AbortController()
  const asked = createAiSdkModel(options)._unsafeUnwrap().generate(question, { signal: controller.signal })
  setTimeout(() => controller.abort(), 30)
  expect((await asked)._unsafeUnwrapErr().code).toBe('aborted')
})

/** Calls a provider without network access: records the request and rejects it. */
async function askThroughFetch(provider: ModelProvider, env: Readonly<Record<string, string>>) {
  const sent: { readonly url: string; readonly headers: string }[] = []
  const keep: typeof fetch = (input, init) => {
    sent.push({
      url: input instanceof Request ? input.url : String(input),
      headers: JSON.stringify([...new Headers(init?.headers)]),
    })
    return Promise.resolve(new Response('{"error":{"message":"no"}}', { status: 401 }))
  }
  const model = createAiSdkModel({ provider, model: 'm', env, fetch: keep })._unsafeUnwrap()
  return { sent, error: (await model.generate(question))._unsafeUnwrapErr() }
}
