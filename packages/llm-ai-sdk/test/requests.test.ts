import { describe, expect, it } from 'vitest'
import { conversation, question } from './conversation.ts'
import { events } from './loopback.ts'
import { KEY, openModel } from './open-model.ts'
import { anthropicWire } from './wire/anthropic.ts'
import { compatibleWire } from './wire/compatible.ts'
import { googleWire } from './wire/google.ts'
import { wires } from './wire/index.ts'
import { openaiWire } from './wire/openai.ts'
import type { Wire } from './wire/wire.ts'

const schema = conversation.tools?.[0]?.inputSchema

async function sent(wire: Wire, request = conversation, model = 'test-model') {
  const { model: asked, server } = await openModel(wire, [events(wire.stream({ text: 'ok' }))], { model })
  ;(await asked.generate(request))._unsafeUnwrap()
  expect(server.requests).toHaveLength(1)
  return server.requests[0]!
}

describe('what is sent', () => {
  it('to Anthropic', async () => {
    const { path, headers, body } = await sent(anthropicWire)
    const cached = { cache_control: { type: 'ephemeral' } }
    expect(path).toBe('/v1/messages')
    expect(headers).toMatchObject({ 'x-api-key': KEY, 'anthropic-version': '2023-06-01' })
    expect(body).toEqual({
      model: 'test-model',
      max_tokens: 1234,
      stream: true,
      system: [{ type: 'text', text: 'Say why.', ...cached }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'What does a.ts do?' }] },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Let me look.' },
            { type: 'tool_use', id: 'c1', name: 'get_file', input: { path: 'a.ts' } },
            { type: 'tool_use', id: 'c2', name: 'get_file', input: { unparsed: '{"path": ' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: 'let a' },
            { type: 'tool_result', tool_use_id: 'c2', content: 'The input is not JSON.', is_error: true, ...cached },
          ],
        },
      ],
      tools: [{ name: 'get_file', description: 'The text of a file.', input_schema: schema }],
      tool_choice: { type: 'auto' },
    })
  })

  it('to OpenAI', async () => {
    const { path, headers, body } = await sent(openaiWire)
    expect(path).toBe('/v1/responses')
    expect(headers.authorization).toBe(`Bearer ${KEY}`)
    expect(body).toEqual({
      model: 'test-model',
      max_output_tokens: 1234,
      store: false,
      stream: true,
      input: [
        { role: 'system', content: 'Say why.' },
        { role: 'user', content: [{ type: 'input_text', text: 'What does a.ts do?' }] },
        { role: 'assistant', content: [{ type: 'output_text', text: 'Let me look.' }] },
        { type: 'function_call', call_id: 'c1', name: 'get_file', arguments: '{"path":"a.ts"}' },
        { type: 'function_call', call_id: 'c2', name: 'get_file', arguments: '{"unparsed":"{\\"path\\": "}' },
        { type: 'function_call_output', call_id: 'c1', output: 'let a' },
        { type: 'function_call_output', call_id: 'c2', output: 'The input is not JSON.' },
      ],
      tools: [{ type: 'function', name: 'get_file', description: 'The text of a file.', parameters: schema }],
      tool_choice: 'auto',
    })
  })

  it('to Google', async () => {
    const { path, headers, body } = await sent(googleWire)
    expect(path).toBe('/v1beta/models/test-model:streamGenerateContent?alt=sse')
    expect(headers['x-goog-api-key']).toBe(KEY)
    expect(body).toMatchObject({
      generationConfig: { maxOutputTokens: 1234 },
      systemInstruction: { parts: [{ text: 'Say why.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'What does a.ts do?' }] },
        {
          role: 'model',
          parts: [
            { text: 'Let me look.' },
            { functionCall: { name: 'get_file', args: { path: 'a.ts' } } },
            { functionCall: { name: 'get_file', args: { unparsed: '{"path": ' } } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { name: 'get_file', response: { content: 'let a' } } },
            { functionResponse: { name: 'get_file', response: { content: 'The input is not JSON.' } } },
          ],
        },
      ],
      tools: [{ functionDeclarations: [{ name: 'get_file', parameters: { type: 'object', required: ['path'] } }] }],
      toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
    })
  })

  const compatible = {
    model: 'test-model',
    max_tokens: 1234,
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      { role: 'system', content: 'Say why.' },
      { role: 'user', content: 'What does a.ts do?' },
      {
        role: 'assistant',
        content: 'Let me look.',
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'get_file', arguments: '{"path":"a.ts"}' } },
          { id: 'c2', type: 'function', function: { name: 'get_file', arguments: '{"unparsed":"{\\"path\\": "}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'let a' },
      { role: 'tool', tool_call_id: 'c2', content: 'The input is not JSON.' },
    ],
    tools: [
      { type: 'function', function: { name: 'get_file', description: 'The text of a file.', parameters: schema } },
    ],
    tool_choice: 'auto',
  }

  it('to Ollama', async () => {
    const { path, body } = await sent(compatibleWire('ollama', 'OLLAMA_API_KEY'))
    expect(path).toBe('/v1/chat/completions')
    expect(body).toEqual(compatible)
  })

  it('to OpenRouter', async () => {
    const { headers, body } = await sent(compatibleWire('openrouter', 'OPENROUTER_API_KEY'))
    expect(headers.authorization).toBe(`Bearer ${KEY}`)
    expect(body).toEqual(compatible)
  })

  it('to an endpoint without a key: none', async () => {
    const wire = compatibleWire('openai-compatible', 'OPENAI_COMPATIBLE_API_KEY')
    const { model, server } = await openModel(wire, [events(wire.stream({ text: 'ok' }))], {
      env: { OPENAI_API_KEY: KEY },
      headers: { 'x-team': 'chronicle' },
    })
    ;(await model.generate(question))._unsafeUnwrap()
    expect(server.requests[0]?.headers.authorization).toBeUndefined()
    expect(server.requests[0]?.headers['x-team']).toBe('chronicle')
    expect(JSON.stringify(server.requests)).not.toContain(KEY)
  })

  it.each(wires)('to $provider without tools: only the question', async (wire) => {
    const { body } = await sent(wire, question)
    const text = JSON.stringify(body)
    expect(text).not.toMatch(/tool|cache_control|temperature/i)
    expect(text).toContain('Why?')
    expect(text).toContain('Say why.')
  })
})

it('gives Gemini its thought signatures back', async () => {
  const calls = [{ name: 'get_file', json: '{"path":"a.ts"}' }]
  const { model, server } = await openModel(googleWire, [
    events(googleWire.stream({ calls })),
    events(googleWire.stream({ text: 'ok' })),
  ])
  const { toolCalls } = (await model.generate(conversation))._unsafeUnwrap()
  const answered = { role: 'assistant', text: '', toolCalls } as const
  const results = toolCalls.map(({ id, name }) => ({ id, name, text: 'let a', isError: false }))
  const messages = [...question.messages, answered, { role: 'tool', results } as const]
  ;(await model.generate({ ...conversation, messages }))._unsafeUnwrap()
  expect(server.requests[1]?.body).toMatchObject({
    contents: [{}, { parts: [{ functionCall: { args: { path: 'a.ts' } }, thoughtSignature: 'c2ln0' }] }, {}],
  })
})
