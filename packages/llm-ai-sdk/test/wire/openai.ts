import { event, pieces, stopOf, type Wire, type WireAnswer } from './wire.ts'

/** OpenAI's Responses API. */
export const openaiWire: Wire = {
  provider: 'openai',
  keyVariable: 'OPENAI_API_KEY',
  root: '/v1',
  stream: (answer) => [begin(), ...items(answer), end(answer)].join(''),
  failingStream: (message) =>
    [
      begin(),
      event({ type: 'response.output_item.added', output_index: 0, item: message0 }),
      textDelta(0, 'Half an ans'),
      event({
        type: 'error',
        sequence_number: 9,
        error: { type: 'server_error', code: 'server_error', message, param: null },
      }),
    ].join(''),
  failure: (status, message) => ({
    error: { message, type: TYPES[status] ?? 'server_error', param: null, code: CODES[status] ?? null },
  }),
  tooLong: {
    status: 400,
    body: {
      error: {
        message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
        type: 'invalid_request_error',
        param: 'input',
        code: 'context_length_exceeded',
      },
    },
  },
}

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'invalid_request_error',
  429: 'tokens',
}
const CODES: Readonly<Record<number, string>> = {
  401: 'invalid_api_key',
  404: 'model_not_found',
  429: 'rate_limit_exceeded',
}

const message0 = { id: 'msg_0', type: 'message', status: 'in_progress', role: 'assistant', content: [] }

function begin(): string {
  return event({
    type: 'response.created',
    response: { id: 'resp_1', object: 'response', created_at: 1_700_000_000, model: 'gpt-test', output: [] },
  })
}

function textDelta(index: number, delta: string): string {
  return event({
    type: 'response.output_text.delta',
    item_id: `msg_${String(index)}`,
    output_index: index,
    content_index: 0,
    delta,
  })
}

function items({ thinking, text = '', calls = [] }: WireAnswer): readonly string[] {
  const reasoning =
    thinking === undefined
      ? []
      : ['added', 'done'].map((what) =>
          event({
            type: `response.output_item.${what}`,
            output_index: 9,
            item: { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: null },
          }),
        )
  const message =
    text === ''
      ? []
      : [
          event({ type: 'response.output_item.added', output_index: 0, item: message0 }),
          ...pieces(text).map((part) => textDelta(0, part)),
          event({
            type: 'response.output_item.done',
            output_index: 0,
            item: { ...message0, status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] },
          }),
        ]
  const called = calls.flatMap(({ name, json }, i) => {
    const output_index = i + 1
    const item = { id: `fc_${String(i)}`, type: 'function_call', call_id: `call_${String(i)}`, name }
    return [
      event({
        type: 'response.output_item.added',
        output_index,
        item: { ...item, arguments: '', status: 'in_progress' },
      }),
      ...pieces(json).map((delta) =>
        event({ type: 'response.function_call_arguments.delta', item_id: item.id, output_index, delta }),
      ),
      event({ type: 'response.function_call_arguments.done', item_id: item.id, output_index, arguments: json }),
      event({
        type: 'response.output_item.done',
        output_index,
        item: { ...item, arguments: json, status: 'completed' },
      }),
    ]
  })
  return [...reasoning, ...message, ...called]
}

function end(answer: WireAnswer): string {
  const stop = stopOf(answer)
  const { input, output, cached = 0 } = { input: 100, output: 10, ...answer.usage }
  const reason = stop === 'max_tokens' ? 'max_output_tokens' : stop === 'refused' ? 'content_filter' : undefined
  return event({
    type: reason === undefined ? 'response.completed' : 'response.incomplete',
    response: {
      id: 'resp_1',
      incomplete_details: reason === undefined ? null : { reason },
      usage: {
        input_tokens: input,
        input_tokens_details: { cached_tokens: cached },
        output_tokens: output,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: input + output,
      },
    },
  })
}
