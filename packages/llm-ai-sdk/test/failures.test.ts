import type { ModelError } from '@chronicle/core/contracts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { question } from './conversation.ts'
import { cutOff, events, stalls, status, type Reply } from './loopback.ts'
import { KEY, openModel } from './open-model.ts'
import { anthropicWire } from './wire/anthropic.ts'
import { compatibleWire } from './wire/compatible.ts'
import { wires } from './wire/index.ts'
import { openaiWire } from './wire/openai.ts'
import type { Wire } from './wire/wire.ts'

const compatible = compatibleWire('openai-compatible', 'OPENAI_COMPATIBLE_API_KEY')
const GOOD = { text: 'Because of the rate limit of the broker.' }

async function outcome(wire: Wire, replies: readonly Reply[], options: Parameters<typeof openModel>[2] = {}) {
  const { model, server, waits } = await openModel(wire, replies, options)
  const result = await model.generate(question)
  const error = result.isErr() ? result.error : undefined
  if (error !== undefined) expectNoSecrets(error)
  return { result, error, waits, attempts: server.requests.length }
}

/** Checks that an error contains neither the key nor the prompt, whatever the provider repeats. */
function expectNoSecrets(error: ModelError): void {
  const all = JSON.stringify(error)
  expect(all).not.toContain(KEY)
  expect(all).not.toContain('Say why.')
  expect(all.length).toBeLessThan(2000)
}

describe.each(wires)('$provider', (wire) => {
  const good = events(wire.stream(GOOD))
  const fails = (code: number, message = `the key ${KEY} of\nyours`): Reply => status(code, wire.failure(code, message))

  it.each([
    [401, 'model_unauthorized', `does not accept the key in ${wire.keyVariable}`],
    [402, 'model_unauthorized', 'has no credit left'],
    [403, 'model_unauthorized', 'use test-model'],
    [404, 'model_not_configured', `${wire.provider} has no model "test-model" at http://127.0.0.1`],
    [400, 'model_failed', 'did not answer the request to test-model'],
    [422, 'model_failed', 'did not answer the request to test-model'],
  ] as const)('%i is %s, and not tried again', async (code, expected, words) => {
    const { error, attempts } = await outcome(wire, [fails(code)])
    expect(error?.code).toBe(expected)
    expect(error?.message).toContain(words)
    expect(error?.message).toContain(`(${String(code)}: the key [hidden] of yours)`)
    expect(error?.data).toEqual({ provider: wire.provider, model: 'test-model', attempts: 1, status: code })
    expect(attempts).toBe(1)
  })

  it('a prompt that is too long is context_too_long', async () => {
    const { error, attempts } = await outcome(wire, [status(wire.tooLong.status, wire.tooLong.body)])
    expect(error?.code).toBe('context_too_long')
    expect(error?.message).toMatch(/^The request is longer than test-model takes \(400: .+\)\. Send less/)
    expect(attempts).toBe(1)
  })

  it.each([408, 409, 429, 500, 502, 503, 504, 529])('%i passes', async (code) => {
    const { result, attempts, waits } = await outcome(wire, [fails(code), fails(code), good])
    expect(result._unsafeUnwrap().text).toBe(GOOD.text)
    expect(attempts).toBe(3)
    expect(waits).toEqual([2000, 4000])
  })

  it('waits as long as it is asked to: seconds, milliseconds, a date', async () => {
    const limited = (headers: Record<string, string>): Reply => status(429, wire.failure(429, 'slow down'), headers)
    const date = 'Wed, 01 Jan 2025 00:00:00 GMT'
    const replies = [
      limited({ 'retry-after': '17' }),
      limited({ 'retry-after': 'Wed, 01 Jan 2025 00:01:30 GMT', date }),
      limited({ 'retry-after-ms': '250', 'retry-after': '1' }),
      limited({ 'retry-after': 'soon' }),
      good,
    ]
    const { result, waits } = await outcome(wire, replies)
    expect(result._unsafeUnwrap().text).toBe(GOOD.text)
    expect(waits).toEqual([17_000, 90_000, 250, 16_000])
  })

  it('gives up when it is refused again and again', async () => {
    const { error, attempts, waits } = await outcome(
      wire,
      [status(429, wire.failure(429, 'slow down'), { 'retry-after': '3' })],
      { maxRetries: 2 },
    )
    expect(error).toMatchObject({
      code: 'model_rate_limited',
      message: `${wire.provider} refuses more requests after 3 attempts (429: slow down). Try again in 3 seconds, or ask for fewer at a time.`,
      data: { attempts: 3, status: 429, retryAfterSeconds: 3 },
    })
    expect(attempts).toBe(3)
    expect(waits).toEqual([3000, 3000])
  })

  it('does not wait for hours', async () => {
    const refused = status(429, wire.failure(429, 'come back tomorrow'), { 'retry-after': '7200' })
    const { error, waits } = await outcome(wire, [refused])
    expect(error).toMatchObject({ code: 'model_rate_limited', data: { retryAfterSeconds: 7200, attempts: 1 } })
    expect(waits).toEqual([])
  })

  it('waits twice as long each time, but not for ever', async () => {
    const { error, waits } = await outcome(wire, [fails(503)], { maxRetries: 7 })
    expect(error).toMatchObject({ code: 'model_failed', data: { attempts: 8, status: 503 } })
    expect(waits).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  })

  it('an error in the middle of an answer passes, and nothing of the half answer is left', async () => {
    const { result, attempts } = await outcome(wire, [events(wire.failingStream('overloaded')), good])
    expect(result._unsafeUnwrap()).toMatchObject({ text: GOOD.text, toolCalls: [] })
    expect(attempts).toBe(2)
  })

  it('an error in the middle of each answer is model_failed', async () => {
    const { error, attempts } = await outcome(wire, [events(wire.failingStream(`overloaded by ${KEY}`))])
    expect(error?.code).toBe('model_failed')
    expect(error?.message).toMatch(/could not answer after 5 attempts \(5\d\d: overloaded by \[hidden\]\)/)
    expect(attempts).toBe(5)
  })

  it.each([0.1, 0.5, 0.9])('a connection cut after %f of an answer passes', async (share) => {
    const { result, attempts } = await outcome(wire, [cutOff(wire.stream(GOOD), share), good])
    expect(result._unsafeUnwrap().text).toBe(GOOD.text)
    expect(attempts).toBe(2)
  })

  it('a stream that ends in order before the answer does passes, and is no answer', async () => {
    const whole = wire.stream(GOOD)
    const early = events(whole.slice(0, Math.floor(whole.length * 0.6)))
    const { result } = await outcome(wire, [early, events(''), good])
    expect(result._unsafeUnwrap().text).toBe(GOOD.text)
    const { error } = await outcome(wire, [early], { maxRetries: 1 })
    expect(error?.code).toBe('model_unreachable')
    expect(error?.message).toContain(`The answer of ${wire.provider} broke off after 2 attempts`)
  })

  it('a stream of something else is model_failed', async () => {
    const { error, attempts } = await outcome(wire, [events('data: {"this is": no JSON\n\n')])
    expect(error?.code).toBe('model_failed')
    expect(attempts).toBe(1)
  })

  it.each([
    ['of a proxy instead of an answer is no answer', 200, { code: 'model_unreachable' }],
    ['without JSON is told by its status', 502, { code: 'model_failed', data: { status: 502 } }],
  ])('a page %s', async (_, code, expected) => {
    const page: Reply = (response) => {
      response.writeHead(code, { 'content-type': 'text/html' })
      response.end('<html><body>Sign in to the network</body></html>')
    }
    const { error } = await outcome(wire, [page], { maxRetries: 0 })
    expect(error).toMatchObject(expected)
  })

  it('is not led elsewhere with the key', async () => {
    const elsewhere = await openModel(wire, [good])
    const redirect: Reply = (response) => {
      response.writeHead(307, { location: elsewhere.server.url })
      response.end()
    }
    const { error } = await outcome(wire, [redirect])
    expect(error).toMatchObject({ code: 'model_failed', data: { status: 307 } })
    expect(elsewhere.server.requests).toEqual([])
  })

  it('silence in the middle of an answer is model_timed_out', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const whole = wire.stream(GOOD)
    const half: Reply = async (response) => {
      stalls(whole.slice(0, whole.length / 2))(response)
      // Advances the clock only after the first half was read, which happens in one of these turns.
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
      vi.advanceTimersByTime(60)
    }
    const { error, attempts } = await outcome(wire, [half], { timeoutMs: 60, maxRetries: 1 })
    expect(error?.code).toBe('model_timed_out')
    expect(error?.message).toBe(
      `${wire.provider} sent nothing for 0.06 seconds after 2 attempts. Try again later, or allow more time.`,
    )
    expect(attempts).toBe(2)
  })

  it('a server that is not there is model_unreachable', async () => {
    const { model, server, waits } = await openModel(wire, [good])
    await server.close()
    const error = (await model.generate(question))._unsafeUnwrapErr()
    expectNoSecrets(error)
    expect(error.code).toBe('model_unreachable')
    expect(error.message).toMatch(/cannot be reached at http:\/\/127\.0\.0\.1:\d+\/v1\S* \(.*ECONNREFUSED.*\)/)
    expect(waits).toEqual([])
  })
})

it('an OpenAI account without credit is not asked again', async () => {
  const body = {
    error: { message: 'You exceeded your current quota.', type: 'insufficient_quota', code: 'insufficient_quota' },
  }
  const { error, attempts } = await outcome(openaiWire, [status(429, body)])
  expect(error?.code).toBe('model_unauthorized')
  expect(attempts).toBe(1)
})

it.each([
  [
    'llama.cpp',
    400,
    {
      error: {
        code: 400,
        message: 'the request exceeds the available context size. try increasing it',
        type: 'exceed_context_size_error',
      },
    },
  ],
  [
    'vLLM',
    400,
    {
      object: 'error',
      message: "This model's maximum context length is 4096 tokens.",
      type: 'BadRequestError',
      code: 400,
    },
  ],
  ['a proxy', 413, 'Payload Too Large'],
])('a prompt that is too long for %s is context_too_long', async (_, code, body) => {
  const { error } = await outcome(compatible, [status(code, body)])
  expect(error?.code).toBe('context_too_long')
})

it.each([
  [{ object: 'error', message: 'unknown sampler' }, 'unknown sampler'],
  [{ error: 'unknown sampler' }, 'unknown sampler'],
  [{ detail: 'unknown sampler' }, 'unknown sampler'],
  [{ detail: [{ input: 'Say why.' }] }, 'Bad Request'],
  ['no object', 'Bad Request'],
])('tells the words of servers of other kinds: %j', async (body, words) => {
  const { error } = await outcome(compatible, [status(400, body)])
  expect(error?.message).toContain(`(400: ${words})`)
})

it('a prompt and an answer that are too long together are context_too_long', async () => {
  const message = 'input length and `max_tokens` exceed context limit: 199000 + 4096 > 200000'
  const { error } = await outcome(anthropicWire, [status(400, anthropicWire.failure(400, message))])
  expect(error?.code).toBe('context_too_long')
})
