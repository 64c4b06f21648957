import { createSpendingMeter, type AiSdkModelOptions } from '@chronicle/llm-ai-sdk'
import { describe, expect, it } from 'vitest'
import { question } from './conversation.ts'
import { cutOff, events, hangs, stalls, status, type Reply } from './loopback.ts'
import { openModel } from './open-model.ts'
import { anthropicWire as wire } from './wire/anthropic.ts'
import { compatibleWire } from './wire/compatible.ts'
import type { Wire } from './wire/wire.ts'

const used = { input: 1000, output: 200 }
const good = events(wire.stream({ text: 'Because.', usage: used }))
const PRICING = { input: 3, output: 15, cachedInput: 0.3 }

describe('aborting', () => {
  const aborted = { code: 'aborted', message: 'The request to anthropic was aborted.' }

  it('before anything is sent', async () => {
    const { model, server } = await openModel(wire, [good])
    const result = await model.generate(question, { signal: AbortSignal.abort() })
    expect(result._unsafeUnwrapErr()).toEqual(aborted)
    expect(server.requests).toEqual([])
  })

  it.each([
    ['while the server is silent', hangs],
    ['in the middle of an answer', stalls(wire.stream({ text: 'Because.' }).slice(0, 600))],
  ])('%s', async (_, reply) => {
    const { model, server } = await openModel(wire, [reply])
    const controller = new AbortController()
    const asked = model.generate(question, { signal: controller.signal })
    await until(() => server.requests.length === 1)
    controller.abort()
    expect((await asked)._unsafeUnwrapErr()).toEqual(aborted)
    expect(server.requests).toHaveLength(1)
  })

  it('while waiting for the next attempt, by a timer', async () => {
    const { sleepByTimer } = await import('../src/wait.ts')
    const limited = status(429, wire.failure(429, 'slow down'), { 'retry-after': '200' })
    const { model, server } = await openModel(wire, [limited], { sleep: sleepByTimer })
    const controller = new AbortController()
    const asked = model.generate(question, { signal: controller.signal })
    await until(() => server.requests.length === 1)
    setTimeout(() => controller.abort(), 50)
    expect((await asked)._unsafeUnwrapErr()).toEqual(aborted)
    expect(server.requests).toHaveLength(1)
  })

  it('while others are asked', async () => {
    const { model, server } = await openModel(wire, [hangs], { maxConcurrent: 1 })
    const first = new AbortController()
    const second = new AbortController()
    const askedFirst = model.generate(question, { signal: first.signal })
    await until(() => server.requests.length === 1)
    const askedSecond = model.generate(question, { signal: second.signal })
    second.abort()
    expect((await askedSecond)._unsafeUnwrapErr()).toEqual(aborted)
    first.abort()
    expect((await askedFirst)._unsafeUnwrapErr()).toEqual(aborted)
    expect(server.requests).toHaveLength(1)
  })
})

it('asks no more at a time than allowed, and everyone in the end', async () => {
  let open = 0
  let most = 0
  let allAtOnce = (): void => undefined
  const asked = new Promise<void>((resolve) => (allAtOnce = resolve))
  const { model } = await openModel(
    wire,
    [
      async (response) => {
        open += 1
        most = Math.max(most, open)
        if (open === 3) allAtOnce()
        await asked
        // A fourth request would arrive within this time.
        await new Promise((resolve) => setTimeout(resolve, 15))
        open -= 1
        await good(response)
      },
    ],
    { maxConcurrent: 3 },
  )
  const answers = await Promise.all(Array.from({ length: 10 }, () => model.generate(question)))
  expect(answers.map((answer) => answer._unsafeUnwrap().text)).toEqual(Array(10).fill('Because.'))
  expect(most).toBe(3)
})

it.each([
  ['after an error in the stream', wire.failingStream('overloaded')],
  ['after the answer', wire.stream({ text: 'Because.' })],
  ['after silence', ''],
])('leaves no connection open %s', async (_, stream) => {
  const closed = new Promise((resolve) => {
    const reply: Reply = (response) => {
      response.on('close', resolve)
      stalls(stream)(response)
    }
    void openModel(wire, [reply], { maxRetries: 0, timeoutMs: 500 }).then(({ model }) => model.generate(question))
  })
  await closed
})

it('stops a model that writes more than it was asked for', async () => {
  const text = 'word '.repeat(5000)
  const { model } = await openModel(wire, [events(wire.stream({ text }))])
  const error = (await model.generate({ ...question, maxOutputTokens: 100 }))._unsafeUnwrapErr()
  expect(error).toMatchObject({ code: 'model_failed', data: { attempts: 1 } })
  expect(error.message).toContain('The answer is longer than was asked for.')
})

describe('cost', () => {
  it('is what the tokens cost, the cached ones less', async () => {
    const reply = events(wire.stream({ text: 'Because.', usage: { input: 10_000, output: 200, cached: 9_000 } }))
    const { model } = await openModel(wire, [reply], { pricing: PRICING })
    const { usage } = (await model.generate(question))._unsafeUnwrap()
    expect(usage).toMatchObject({ inputTokens: 10_000, outputTokens: 200, cachedInputTokens: 9_000 })
    expect(usage.costUsd).toBeCloseTo((1_000 * 3 + 9_000 * 0.3 + 200 * 15) / 1e6, 12)
  })

  const router = compatibleWire('openrouter', 'OPENROUTER_API_KEY')
  const local = compatibleWire('openai-compatible', 'OPENAI_COMPATIBLE_API_KEY')
  const ollama = compatibleWire('ollama', 'OLLAMA_API_KEY')
  const byok = '"cost":0.001,"is_byok":true,"cost_details":{"upstream_inference_cost":0.02}'

  it.each<[string, Wire, told: string | undefined, AiSdkModelOptions['pricing'], number | undefined]>([
    ['is not told where the price is not known', wire, undefined, undefined, undefined],
    ['is what OpenRouter says, whatever the price list says', router, '"cost":0.0125', PRICING, 0.0125],
    ['counts what the provider underneath charges where OpenRouter uses its key', router, byok, undefined, 0.021],
    ['is not believed from anyone else', local, '"cost":0', PRICING, (100 * 3 + 10 * 15) / 1e6],
    ['is nothing with Ollama', ollama, undefined, undefined, 0],
  ])('%s', async (_, by, told, pricing, expected) => {
    const stream = by.stream({ text: 'Because.' })
    const reply = events(
      told === undefined ? stream : stream.replace('"total_tokens":110', `"total_tokens":110,${told}`),
    )
    const budget = createSpendingMeter(by === ollama ? { usd: 0 } : {})
    const { model } = await openModel(by, [reply], { budget, ...(pricing && { pricing }) })
    const { costUsd } = (await model.generate(question))._unsafeUnwrap().usage
    if (expected === undefined) expect(costUsd).toBeUndefined()
    else expect(costUsd).toBeCloseTo(expected, 12)
  })

  it('is estimated where the server does not count', async () => {
    const stream = local.stream({ text: 'Because.' }).replace(/"usage":\{[^}]*\}/, '"usage":null')
    const { model } = await openModel(local, [events(stream)])
    const { usage } = (await model.generate(question))._unsafeUnwrap()
    expect(usage.inputTokens).toBeGreaterThan(10)
    expect(usage.outputTokens).toBe(Math.ceil('Because.'.length / 2.5))
  })
})

describe('a spending limit', () => {
  it('counts what was used, and refuses what could exceed it before it is sent', async () => {
    const budget = createSpendingMeter({ usd: 0.02 })
    const { model, server } = await openModel(wire, [good], { pricing: PRICING, budget })
    // Each costs $0.006, but may cost $0.0075 for 500 output tokens plus a little for the input.
    ;(await model.generate(question))._unsafeUnwrap()
    ;(await model.generate(question))._unsafeUnwrap()
    expect(budget.spent()).toMatchObject({ requests: 2, inputTokens: 2000, outputTokens: 400 })
    expect(budget.spent().costUsd).toBeCloseTo(0.012, 10)
    ;(await model.generate({ ...question, maxOutputTokens: 300 }))._unsafeUnwrap()
    const error = (await model.generate(question))._unsafeUnwrapErr()
    expect(error.code).toBe('spending_limit_reached')
    expect(error.message).toMatch(
      /^The next request could cost up to \$0\.007\d; with \$0\.0180 spent and \$0\.0000 under way it could exceed the limit of \$0\.02\. Raise the limit, or send less\.$/,
    )
    expect(server.requests).toHaveLength(3)
  })

  it('holds for several models and for requests at the same time', async () => {
    const budget = createSpendingMeter({ tokens: 2_500 })
    const one = await openModel(wire, [good], { budget })
    const other = await openModel(wire, [good], { budget })
    const models = [one.model, other.model, one.model, other.model, one.model, other.model]
    const results = await Promise.all(models.map((model) => model.generate(question)))
    const codes = results.map((result) => (result.isOk() ? 'ok' : result.error.code))
    expect(codes).toContain('spending_limit_reached')
    expect(one.server.requests.length + other.server.requests.length).toBe(codes.filter((code) => code === 'ok').length)
  })

  it('counts attempts that broke off, as estimated', async () => {
    const budget = createSpendingMeter({ tokens: 100_000 })
    const { model } = await openModel(wire, [cutOff(wire.stream({ text: 'Because.' }), 0.9), good], { budget })
    ;(await model.generate(question))._unsafeUnwrap()
    expect(budget.spent().requests).toBe(2)
    expect(budget.spent().inputTokens).toBeGreaterThan(1000)
  })

  it('counts nothing for attempts that were refused', async () => {
    const budget = createSpendingMeter()
    const { model } = await openModel(wire, [status(429, wire.failure(429, 'slow down')), good], { budget })
    ;(await model.generate(question))._unsafeUnwrap()
    expect(budget.spent()).toMatchObject({ requests: 1, inputTokens: 1000, outputTokens: 200 })
  })

  it('ends trying again', async () => {
    const budget = createSpendingMeter({ tokens: 1_100 })
    const { model, server } = await openModel(wire, [cutOff(wire.stream({ text: 'x'.repeat(900) }), 0.9)], { budget })
    const error = (await model.generate({ ...question, maxOutputTokens: 800 }))._unsafeUnwrapErr()
    expect(error.code).toBe('spending_limit_reached')
    expect(server.requests).toHaveLength(1)
  })
})

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}
