import type { ModelRequest } from '@chronicle/core/contracts'

/** A request in the middle of a conversation, with everything a request can have. */
export const conversation: ModelRequest = {
  system: 'Say why.',
  messages: [
    { role: 'user', text: 'What does a.ts do?' },
    {
      role: 'assistant',
      text: 'Let me look.',
      toolCalls: [
        { id: 'c1', name: 'get_file', input: { path: 'a.ts' } },
        { id: 'c2', name: 'get_file', input: '{"path": ' },
      ],
    },
    {
      role: 'tool',
      results: [
        { id: 'c1', name: 'get_file', text: 'let a', isError: false },
        { id: 'c2', name: 'get_file', text: 'The input is not JSON.', isError: true },
      ],
    },
    { role: 'assistant', text: '', toolCalls: [] },
  ],
  tools: [
    {
      name: 'get_file',
      description: 'The text of a file.',
      inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    },
  ],
  maxOutputTokens: 1234,
}

/** One question, without tools. */
export const question: ModelRequest = {
  system: 'Say why.',
  messages: [{ role: 'user', text: 'Why?' }],
  maxOutputTokens: 500,
}
