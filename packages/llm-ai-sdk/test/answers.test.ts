import { describe, expect, it } from 'vitest'
import { conversation, question } from './conversation.ts'
import { events } from './loopback.ts'
import { openModel } from './open-model.ts'
import { wires } from './wire/index.ts'
import { openaiWire } from './wire/openai.ts'
import type { Wire, WireAnswer } from './wire/wire.ts'

async function answer(wire: Wire, reply: WireAnswer, request = conversation) {
  const { model } = await openModel(wire, [events(wire.stream(reply))])
  return (await model.generate(request))._unsafeUnwrap()
}

/** Gemini sends calls as objects, never as text. */
const streamsJson = wires.filter(({ provider }) => provider !== 'google')

describe.each(wires)('$provider', (wire) => {
  it('says text and calls, in order, and keeps thoughts to itself', async () => {
    const response = await answer(wire, {
      thinking: 'Hm, let me think about it.',
      text: 'I look at both. ünï漢😀',
      calls: [
        { name: 'get_file', json: '{"path":"a.ts","deep":{"list":[1,null,"ü"]}}' },
        { name: 'get_file', json: '{"path":"b.ts"}' },
        { name: 'get_diff', json: '{}' },
      ],
      usage: { input: 2000, output: 50, cached: 1500 },
    })
    expect(response).toMatchObject({ text: 'I look at both. ünï漢😀', stopReason: 'tool_use' })
    expect(response.toolCalls.map(({ name, input }) => ({ name, input }))).toEqual([
      { name: 'get_file', input: { path: 'a.ts', deep: { list: [1, null, 'ü'] } } },
      { name: 'get_file', input: { path: 'b.ts' } },
      { name: 'get_diff', input: {} },
    ])
    expect(response.usage).toMatchObject({ inputTokens: 2000, outputTokens: 50, cachedInputTokens: 1500 })
  })

  it('says nothing, and that is an answer', async () => {
    expect(await answer(wire, {}, question)).toMatchObject({ text: '', toolCalls: [], stopReason: 'end_turn' })
  })

  it('brings a long answer whole', async () => {
    const text = Array.from({ length: 3_000 }, (_, i) => `line ${String(i)} of it\n`).join('')
    const response = await answer(wire, { text }, { ...question, maxOutputTokens: 100_000 })
    expect(response.text).toBe(text)
  })

  it('keeps what was called before it was cut off', async () => {
    const calls = [{ name: 'get_file', json: '{"path":"a.ts"}' }]
    const response = await answer(wire, { text: 'First', calls, stop: 'max_tokens' })
    expect(response).toMatchObject({
      text: 'First',
      stopReason: 'max_tokens',
      toolCalls: [{ input: { path: 'a.ts' } }],
    })
  })
})

describe.each(streamsJson)('$provider', (wire) => {
  it.each(['{"path": "a.ts"', 'path=a.ts', '{"path": "a.ts"} and b.ts'])(
    'passes on the input %j as it is',
    async (json) => {
      const response = await answer(wire, {
        calls: [
          { name: 'get_file', json },
          { name: 'get_diff', json: '{}' },
        ],
      })
      expect(response.toolCalls.map(({ input }) => input)).toEqual([json, {}])
      expect(response.stopReason).toBe('tool_use')
    },
  )

  it('leaves out the call that it was writing when it was cut off', async () => {
    const calls = [
      { name: 'get_file', json: '{"path":"a.ts"}' },
      { name: 'get_file', json: '{"path":"b.' },
    ]
    const response = await answer(wire, { calls, stop: 'max_tokens' })
    expect(response.toolCalls.map(({ input }) => input)).toEqual([{ path: 'a.ts' }])
    expect(response.stopReason).toBe('max_tokens')
  })
})

it('refuses in words, as OpenAI does', async () => {
  const textStream = openaiWire.stream({ text: 'I cannot help with that.' })
  const refusal = { type: 'response.refusal.delta', item_id: 'msg_0', output_index: 0, content_index: 0 }
  const stream = textStream
    .replaceAll(/event: response\.output_text\.delta\ndata: (.*)\n/g, (_, data: string) => {
      const { delta } = JSON.parse(data) as { readonly delta: string }
      return `event: ${refusal.type}\ndata: ${JSON.stringify({ ...refusal, delta })}\n`
    })
    .replace('{"type":"output_text","text":', '{"type":"refusal","refusal":')
  const { model } = await openModel(openaiWire, [events(stream)])
  expect((await model.generate(question))._unsafeUnwrap().stopReason).toBe('refused')
})
