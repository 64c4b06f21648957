import { expect, it } from 'vitest'
import { unspacedWords } from './unspaced-words.ts'

it.each([
  ['Only words with spaces.', 0],
  ['之前用', 1],
  ['リネームする', 2],
  ['ต้อง csv', 2],
])('%s has %i words without spaces between them', (text, count) => {
  expect(unspacedWords(text)).toBe(count)
})
