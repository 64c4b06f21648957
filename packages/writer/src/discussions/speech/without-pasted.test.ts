import { processorTime } from '@chronicle/testing'
import { expect, it } from 'vitest'
import { withoutPasted } from './without-pasted.ts'

it.each([
  ['Copilot summary:\n\nThe lock must be held, because readers wait.', ''],
  ['I asked around.\n\nChatGPT says:\nThe lock must be held.', 'I asked around.\n\n'],
  ['**Claude:**\n\nNever retry.', ''],
  ['Here is what Gemini wrote about it:\n- never retry', ''],
  ['From Claude Code:\n\nNever retry.', ''],
  ['A summary by Copilot:\n\nNever retry.', ''],
  ['The AI review says:\n\nNever retry.', ''],
  ['@coderabbitai said: "The function must escape newlines." Is that true?', '| Is that true?'],
  ['the bot claims that “rows must never be split here”, no idea', '| no idea'],
])('%j is left with %j', (text, left) => {
  expect(withoutPasted(text, '|')).toBe(left)
})

it.each([
  'The cursor:\n\nit must be closed, because the server keeps it.',
  'Claude needs alternating roles:\n\n- user first, since the API refuses others',
  'The provider of Gemini must never retry:\nit bills each attempt.',
  'The bot must not run here.',
  'The error says: "the lock must be held by the caller", so we hold it.',
  'Ana said: "the lock must be held by the caller".',
])('%j is a person speaking', (text) => {
  expect(withoutPasted(text, '|')).toBe(text)
})

it('is told in time that grows with the text alone', () => {
  const hostile = [
    'a b '.repeat(20_000),
    'ai '.repeat(20_000),
    `claude ${"x' ".repeat(20_000)}`,
    'claude says '.repeat(10_000),
  ]
  expect(processorTime(() => hostile.map((text) => withoutPasted(text, '|')))).toBeLessThan(2000)
})
