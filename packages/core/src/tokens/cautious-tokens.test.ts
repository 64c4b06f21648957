import { expect, test } from 'vitest'
import { cautiousTokens } from './cautious-tokens.ts'

test.each([
  ['', 0],
  ['word', 1],
  ['two words', 2],
  ['HTTPServer', 3],
  ['1234567', 3],
  ['line 12', 3],
  ['{"a":[]}', 5],
  ['大きさ', 3],
  ['a\n\n  b', 4],
  ['a\n  - b', 5],
  ['a;\n  b', 4],
])('%j: %i', (text, tokens) => {
  expect(cautiousTokens().count(text)).toBe(tokens)
})
