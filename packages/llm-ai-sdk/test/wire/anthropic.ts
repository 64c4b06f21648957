import { event, pieces, stopOf, type Wire, type WireAnswer } from './wire.ts'

/** Anthropic's Messages API. */
export const anthropicWire: Wire = {
  provider: 'anthropic',
  keyVariable: 'ANTHROPIC_API_KEY',
  root: '/v1',
  stream: (answer) => [...begin(answer), ...blocks(answer), ...end(answer)].join(''),
  failingStream: (message) =>
    [
      ...begin({}),
      event({ type: 'ping' }),
      event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
      event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Half an ans' } }),
      event({ type: 'error', error: { type: 'overloaded_error', message } }),
    ].join(''),
  failure: (status, message) => ({ type: 'error', error: { type: TYPES[status] ?? 'api_error', message } }),
  tooLong: {
    status: 400,
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' },
    },
  },
}

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

function begin({ usage = { input: 100, output: 10 } }: WireAnswer): readonly string[] {
  const cached = usage.cached ?? 0
  return [
    event({
      type: 'message_start',
      message: {
        id: 'msg_01',
        type: 'message',
        role: 'assistant',
        model: 'claude-test',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: {
          input_tokens: usage.input - cached,
          output_tokens: 1,
          cache_read_input_tokens: cached,
          cache_creation_input_tokens: 0,
        },
      },
    }),
  ]
}

function blocks({ thinking, text = '', calls = [] }: WireAnswer): readonly string[] {
  const all: (readonly [start: object, deltas: readonly object[]])[] = []
  if (thinking !== undefined) {
    all.push([
      { type: 'thinking', thinking: '', signature: '' },
      [
        ...pieces(thinking).map((part) => ({ type: 'thinking_delta', thinking: part })),
        { type: 'signature_delta', signature: 'c2ln' },
      ],
    ])
  }
  if (text !== '')
    all.push([{ type: 'text', text: '' }, pieces(text).map((part) => ({ type: 'text_delta', text: part }))])
  calls.forEach(({ name, json }, i) => {
    const deltas = ['', ...pieces(json === '{}' ? '' : json)].map((part) => ({
      type: 'input_json_delta',
      partial_json: part,
    }))
    all.push([{ type: 'tool_use', id: `toolu_${String(i)}`, name, input: {} }, deltas])
  })
  return all.flatMap(([start, deltas], index) => [
    event({ type: 'content_block_start', index, content_block: start }),
    ...deltas.map((delta) => event({ type: 'content_block_delta', index, delta })),
    event({ type: 'content_block_stop', index }),
  ])
}

function end(answer: WireAnswer): readonly string[] {
  const stop = stopOf(answer)
  return [
    event({
      type: 'message_delta',
      delta: { stop_reason: stop === 'refused' ? 'refusal' : stop, stop_sequence: null },
      usage: { output_tokens: answer.usage?.output ?? 10 },
    }),
    event({ type: 'message_stop' }),
  ]
}
