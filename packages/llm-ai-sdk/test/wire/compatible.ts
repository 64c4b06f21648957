import type { ModelProvider } from '@chronicle/llm-ai-sdk'
import { pieces, stopOf, type Wire, type WireAnswer } from './wire.ts'

const REASONS = { end_turn: 'stop', tool_use: 'tool_calls', max_tokens: 'length', refused: 'content_filter' }

/** OpenAI's chat completions, as OpenRouter, Ollama, vLLM, llama.cpp and others serve them. */
export function compatibleWire(provider: ModelProvider, keyVariable: string): Wire {
  return {
    provider,
    keyVariable,
    root: '/v1',
    stream: (answer) => `${[...deltas(answer), ...end(answer)].join('')}data: [DONE]\n\n`,
    failingStream: (message) =>
      [delta({ content: 'Half an ans' }), data({ error: { message, code: 502, type: 'server_error' } })].join(''),
    failure: (status, message) => ({ error: { message, type: 'error', code: status } }),
    tooLong: {
      status: 400,
      body: {
        error: {
          message: "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.",
          type: 'BadRequestError',
          code: 400,
        },
      },
    },
  }
}

function data(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

function chunk(choices: readonly object[], more: object = {}): string {
  return data({ id: 'c1', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'test', choices, ...more })
}

function delta(change: object): string {
  return chunk([{ index: 0, delta: change, finish_reason: null }])
}

function deltas({ thinking, text = '', calls = [] }: WireAnswer): readonly string[] {
  return [
    delta({ role: 'assistant', content: '' }),
    ...pieces(thinking ?? '').map((part) => delta({ reasoning: part })),
    ...pieces(text).map((part) => delta({ content: part })),
    ...calls.flatMap(({ name, json }, index) => [
      delta({
        tool_calls: [{ index, id: `call_${String(index)}`, type: 'function', function: { name, arguments: '' } }],
      }),
      ...pieces(json).map((part) => delta({ tool_calls: [{ index, function: { arguments: part } }] })),
    ]),
  ]
}

function end(answer: WireAnswer): readonly string[] {
  const { input, output, cached } = { input: 100, output: 10, ...answer.usage }
  return [
    chunk([{ index: 0, delta: {}, finish_reason: REASONS[stopOf(answer)] }]),
    chunk([], {
      usage: {
        prompt_tokens: input,
        completion_tokens: output,
        total_tokens: input + output,
        ...(cached !== undefined && { prompt_tokens_details: { cached_tokens: cached } }),
      },
    }),
  ]
}
