import { expect, test } from 'vitest'
import { cautiousTokens } from './cautious-tokens.ts'

test.each([
  ['', 0],
  ['word', 1],
  ['two words', 2],
  ['HTTPServer', 3],
  ['of the same kind', 4],
  ['repo.get_name(path)', 5],
  ['\"word', 2],
  ['1234567', 3],
  ['line 12', 3],
  ['{"a":[]}', 5],
  ['qrstvwxz', 4],
  ['część', 4],
  ['大きさ', 3],
  ['слово', 3],
  ['→', 2],
  ['5c2f1e7a9b3d', 12],
  ['a\n\n  b', 4],
  ['a\n  - b', 5],
  ['a;\n  b', 4],
])('%j: %i', (text, tokens) => {
  expect(cautiousTokens().count(text)).toBe(tokens)
})
