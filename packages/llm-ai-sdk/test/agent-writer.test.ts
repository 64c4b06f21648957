import { createSpendingMeter } from '@chronicle/llm-ai-sdk'
import { createAgentWriter } from '@chronicle/writer'
import { describe, expect, it } from 'vitest'
import { useGatheredCommit } from './gathered-commit.ts'
import { cutOff, events, status } from './loopback.ts'
import { openModel } from './open-model.ts'
import { AFTER, BEFORE, EMISSION as emit, FILE, MESSAGE } from './rotated-key.ts'
import { wires } from './wire/index.ts'

const usage = { input: 2000, output: 100, cached: 500 }

const context = useGatheredCommit({ [FILE]: BEFORE }, { [FILE]: AFTER }, MESSAGE)

describe.each(wires)('the writing agent over $provider', (wire) => {
  it('annotates a commit, through a rate limit and a broken stream', async () => {
    const looks = [
      { name: 'get_diff', json: '{}' },
      { name: 'get_file_content', json: '{"path":"nowhere.py"}' },
    ]
    const emits = events(wire.stream({ calls: [emit], usage }))
    const budget = createSpendingMeter()
    const { model, server, waits } = await openModel(
      wire,
      [
        status(429, wire.failure(429, 'slow down'), { 'retry-after': '7' }),
        events(wire.stream({ thinking: 'First the change.', text: 'I look at it.', calls: looks, usage })),
        cutOff(wire.stream({ calls: [emit], usage })),
        emits,
        events(wire.stream({ text: 'Summary: Rotation of keys no longer logs everybody out.', usage })),
      ],
      { budget },
    )
    const outcome = (await createAgentWriter({ model }).write(context()))._unsafeUnwrap()
    expect(outcome.annotation?.regions).toMatchObject([
      {
        file: FILE,
        ast_anchor: { name: 'Session::load' },
        intent: 'Nobody is logged out when keys rotate at midnight.',
      },
    ])
    expect(outcome.usage).toMatchObject({ inputTokens: 6000, outputTokens: 300, cachedInputTokens: 1500 })
    expect(waits).toEqual([7000, 2000])
    // The three requests that were answered, and the one that broke off.
    expect(budget.spent().requests).toBe(4)
    expect(server.requests).toHaveLength(5)
    expect(JSON.stringify(server.requests[0]?.body)).not.toContain('get_file_content","arguments')
    const sentBack = JSON.stringify(server.requests[3]?.body)
    expect(sentBack).toContain('Tokens of the last key stay valid')
    expect(sentBack).toContain('I look at it.')
    expect(sentBack).not.toContain('First the change.')
    expect(sentBack).toEqual(JSON.stringify(server.requests[2]?.body))
  })

  it('ends with the reason of the model', async () => {
    const { model } = await openModel(wire, [status(401, wire.failure(401, 'invalid key'))])
    const error = (await createAgentWriter({ model }).write(context()))._unsafeUnwrapErr()
    expect(error.code).toBe('model_unauthorized')
    expect(error.message).toContain(wire.keyVariable)
  })
})

/** Gemini sends calls as objects, which are always valid JSON. */
const sendJson = wires.filter(({ provider }) => provider !== 'google')

describe.each(sendJson)('the writing agent over $provider', (wire) => {
  it('lets the model write a call anew that was no JSON', async () => {
    const { model, server } = await openModel(wire, [
      events(wire.stream({ calls: [{ ...emit, json: emit.json.slice(0, -20) }] })),
      events(wire.stream({ calls: [emit] })),
      events(wire.stream({ text: 'Summary: Rotation of keys no longer logs everybody out.' })),
    ])
    const outcome = (await createAgentWriter({ model }).write(context()))._unsafeUnwrap()
    expect(outcome.annotation?.regions).toHaveLength(1)
    expect(JSON.stringify(server.requests[1]?.body)).toContain('unparsed')
  })
})
