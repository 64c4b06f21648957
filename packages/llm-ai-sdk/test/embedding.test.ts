import { createAiSdkEmbeddingModel, createSpendingMeter, type AiSdkEmbeddingOptions } from '@chronicle/llm-ai-sdk'
import { testEmbeddingModel, type EmbeddingStep } from '@chronicle/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hangs, serveLoopback, status, type Loopback, type ReceivedRequest, type Reply } from './loopback.ts'
import { at, KEY } from './open-model.ts'
import { compatibleWire } from './wire/compatible.ts'
import { googleWire } from './wire/google.ts'
import { openaiWire } from './wire/openai.ts'
import type { Wire } from './wire/wire.ts'
import { contractSettings, wireFailure } from './wire-failure.ts'

const WIRES = [
  openaiWire,
  googleWire,
  compatibleWire('openrouter', 'OPENROUTER_API_KEY'),
  compatibleWire('ollama', 'OLLAMA_API_KEY'),
]

for (const wire of WIRES) {
  testEmbeddingModel(wire.provider, {
    open: async (steps, { maxBatch }) => {
      const server = await serveLoopback(steps.map((step) => replyOf(wire, step)))
      const model = createAiSdkEmbeddingModel({
        ...at(wire, server),
        maxBatch,
        ...contractSettings(steps),
      })._unsafeUnwrap()
      return {
        model,
        batches: () => server.requests.map((request) => textsOf(request).length),
        close: () => server.close(),
      }
    },
  })
}

function replyOf(wire: Wire, step: EmbeddingStep): Reply {
  if (step === 'hangs') return hangs
  if ('fails' in step) return wireFailure(wire, step.fails)
  return answer(wire, step.vectors)
}

/** Returns an answer of each API in its documented format. */
function answer(wire: Wire, vectors: readonly (readonly number[])[], tokens?: number): Reply {
  const [first] = vectors
  if (wire.provider === 'google') {
    const values = vectors.map((vector) => ({ values: vector }))
    return status(
      200,
      vectors.length === 1 ? { embedding: { values: first }, embeddings: values } : { embeddings: values },
    )
  }
  const usage = tokens === undefined ? {} : { usage: { prompt_tokens: tokens, total_tokens: tokens } }
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
  return status(200, { object: 'list', data, model: 'test', ...usage })
}

function textsOf({ body }: ReceivedRequest): readonly string[] {
  if (Array.isArray(body['input'])) return body['input'] as string[]
  const requests = (body['requests'] ?? [body]) as readonly { content: { parts: readonly { text: string }[] } }[]
  return requests.map(({ content }) => content.parts.map(({ text }) => text).join(''))
}

const wire = compatibleWire('openai-compatible', 'OPENAI_COMPATIBLE_API_KEY')

async function serve(replies: readonly Reply[]): Promise<Loopback> {
  const server = await serveLoopback(replies)
  onTestFinished(() => server.close())
  return server
}

function modelAt(server: Loopback, options: Partial<AiSdkEmbeddingOptions> = {}) {
  return createAiSdkEmbeddingModel({ ...at(wire, server), sleep: () => Promise.resolve(), ...options })._unsafeUnwrap()
}

describe('what is sent', () => {
  it('to OpenAI and what speaks like it: the texts, in one request, and the key', async () => {
    const server = await serve([answer(wire, [[1], [2]])])
    ;(await modelAt(server, { headers: { 'x-team': 'chronicle' } }).embed(['a', 'b']))._unsafeUnwrap()
    expect(server.requests).toMatchObject([
      {
        path: '/v1/embeddings',
        headers: { authorization: `Bearer ${KEY}`, 'x-team': 'chronicle' },
        body: { model: 'test-model', input: ['a', 'b'], encoding_format: 'float' },
      },
    ])
  })

  it('to Google: what the texts are for', async () => {
    const server = await serve([answer(googleWire, [[1], [2]]), answer(googleWire, [[1]])])
    const model = createAiSdkEmbeddingModel(at(googleWire, server))._unsafeUnwrap()
    ;(await model.embed(['a', 'b']))._unsafeUnwrap()
    ;(await model.embed(['c'], { kind: 'query' }))._unsafeUnwrap()
    expect(server.requests[0]).toMatchObject({
      path: '/v1beta/models/test-model:batchEmbedContents',
      headers: { 'x-goog-api-key': KEY },
      body: { requests: [{ taskType: 'RETRIEVAL_DOCUMENT' }, { taskType: 'RETRIEVAL_DOCUMENT' }] },
    })
    expect(server.requests[1]?.body).toMatchObject({ taskType: 'RETRIEVAL_QUERY' })
  })

  it('with the words that the model wants before them', async () => {
    const server = await serve([answer(wire, [[1]])])
    const model = modelAt(server, { prefixes: { document: 'passage: ', query: 'query: ' } })
    ;(await model.embed(['a']))._unsafeUnwrap()
    ;(await model.embed(['a'], { kind: 'query' }))._unsafeUnwrap()
    expect(server.requests.map(textsOf)).toEqual([['passage: a'], ['query: a']])
  })
})

it('counts what was used, as the provider tells it, and keeps within the limit', async () => {
  const server = await serve([answer(wire, [[1]], 1_000)])
  const budget = createSpendingMeter({ usd: 0.003 })
  const model = modelAt(server, { budget, pricing: { input: 2 } })
  ;(await model.embed(['a']))._unsafeUnwrap()
  expect(budget.spent()).toEqual({ requests: 1, inputTokens: 1_000, outputTokens: 0, costUsd: 0.002 })
  const refused = (await model.embed(['many words '.repeat(200)]))._unsafeUnwrapErr()
  expect(refused.code).toBe('spending_limit_reached')
  expect(server.requests).toHaveLength(1)
})

it('estimates what was used where the provider does not tell', async () => {
  const server = await serve([answer(wire, [[1]])])
  const budget = createSpendingMeter()
  ;(await modelAt(server, { budget }).embed(['x'.repeat(96)]))._unsafeUnwrap()
  expect(budget.spent()).toMatchObject({ requests: 1, inputTokens: 40 })
})

it('tries again what passes, and says what the provider said, without the key', async () => {
  const server = await serve([
    status(503, wire.failure(503, 'busy')),
    answer(wire, [[1]]),
    status(400, wire.failure(400, `bad model for ${KEY}`)),
  ])
  const model = modelAt(server)
  expect((await model.embed(['a']))._unsafeUnwrap()).toEqual([Float32Array.of(1)])
  const error = (await model.embed(['a text of ours']))._unsafeUnwrapErr()
  expect(error.message).toContain('(400: bad model for [hidden])')
  expect(JSON.stringify(error)).not.toContain('a text of ours')
})

it.each([
  ['of different lengths', [[1, 2], [1]], 'A vector has 1 numbers instead of 2.'],
  ['without numbers', [[], []], 'A vector has 0 numbers instead of 0.'],
])('does not accept vectors %s', async (_, vectors, words) => {
  const server = await serve([answer(wire, vectors)])
  const error = (await modelAt(server).embed(['a', 'b']))._unsafeUnwrapErr()
  expect(error.code).toBe('model_failed')
  expect(error.message).toContain(words)
})

it('does not accept a length other than before', async () => {
  const server = await serve([answer(wire, [[1, 2]]), answer(wire, [[1, 2, 3]])])
  const model = modelAt(server)
  ;(await model.embed(['a']))._unsafeUnwrap()
  expect((await model.embed(['b']))._unsafeUnwrapErr().message).toContain('A vector has 3 numbers instead of 2.')
})

it('needs a provider that has embedding models', () => {
  const made = createAiSdkEmbeddingModel({ provider: 'anthropic', model: 'm', env: { ANTHROPIC_API_KEY: KEY } })
  expect(made._unsafeUnwrapErr()).toMatchObject({
    code: 'model_not_configured',
    message:
      'The provider anthropic has no embedding models. Use one of openai, google, openrouter, openai-compatible, ollama.',
  })
})
