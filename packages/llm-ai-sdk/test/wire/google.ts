import { pieces, stopOf, type Wire, type WireAnswer } from './wire.ts'

const REASONS = { end_turn: 'STOP', tool_use: 'STOP', max_tokens: 'MAX_TOKENS', refused: 'SAFETY' }
const NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
}

/** Gemini's `streamGenerateContent`. It sends calls unsplit, as objects. */
export const googleWire: Wire = {
  provider: 'google',
  keyVariable: 'GEMINI_API_KEY',
  root: '/v1beta',
  stream: ({ thinking, text = '', calls = [], ...rest }) =>
    [
      ...pieces(thinking ?? '').map((part) => parts([{ text: part, thought: true }])),
      ...pieces(text).map((part) => parts([{ text: part }])),
      ...calls.map(({ name, json }, i) =>
        parts([{ functionCall: { name, args: JSON.parse(json) as unknown }, thoughtSignature: `c2ln${String(i)}` }]),
      ),
      end({ ...rest, calls }),
    ].join(''),
  failingStream: (message) =>
    parts([{ text: 'Half an ans' }]) + data({ error: { code: 503, message, status: 'UNAVAILABLE' } }),
  failure: (status, message) => ({ error: { code: status, message, status: NAMES[status] ?? 'INTERNAL' } }),
  tooLong: {
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
        status: 'INVALID_ARGUMENT',
      },
    },
  },
}

function data(value: object): string {
  return `data: ${JSON.stringify(value)}\r\n\r\n`
}

function parts(list: readonly object[]): string {
  return data({ candidates: [{ content: { parts: list, role: 'model' }, index: 0 }], responseId: 'r1' })
}

function end(answer: WireAnswer): string {
  const { input, output, cached } = { input: 100, output: 10, ...answer.usage }
  return data({
    candidates: [
      { content: { parts: [{ text: '' }], role: 'model' }, finishReason: REASONS[stopOf(answer)], index: 0 },
    ],
    usageMetadata: {
      promptTokenCount: input,
      candidatesTokenCount: output,
      totalTokenCount: input + output,
      ...(cached !== undefined && { cachedContentTokenCount: cached }),
    },
    responseId: 'r1',
  })
}
