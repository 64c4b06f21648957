import { expect, it } from 'vitest'
import { mainSentence } from './main-sentence.ts'

it('is the decision, not the problem before it', () => {
  const text = 'The parser reads each file twice. Cache the outline instead of reading it again. Closes #12.'
  expect(mainSentence(text)).toBe('Cache the outline instead of reading it again.')
})

it('is no request, which the commit may have refused', () => {
  const text = `In #2843, it's requested that these trailing lines should be displayed as non-matching because they exceed
the limit. While reasonable, I think that:

1. This would be a weird complication to the implementation.
2. This would overall be less intuitive and more complex.`
  expect(mainSentence(text)).toBe('This would be a weird complication to the implementation.')
  expect(mainSentence('Issue #12 asks for a flag. A flag of its own is confusing.')).toBe(
    'A flag of its own is confusing.',
  )
})

it('is a wish where nothing else is said, and never a reference', () => {
  expect(mainSentence('It is requested that lines be shown. Closes #12.')).toBe('It is requested that lines be shown.')
  expect(mainSentence('Closes #12.')).toBe('')
})

it('is what announces a list where there is nothing else, and a quotation without its mark', () => {
  const text = 'The broker limits each board in several ways, and these are the limits that we keep:'
  expect(mainSentence(text)).toBe(text)
  expect(mainSentence('> Never wait twice.')).toBe('Never wait twice.')
})

it('is no part of a sentence', () => {
  const text =
    'The scan fails on two findings. Bump both. Verified with:\n\n  trivy fs --exit-code 1 .\n\nwhich now exits 0.'
  expect(mainSentence(text)).toBe('The scan fails on two findings.')
})

it.each([
  'Return the requested page even when it is empty, because clients cache by page.',
  'Keep the insertion order, since users expect it.',
  'The proposed window size is rounded up, because the kernel doubles it.',
  'Fix an issue where concurrent requests share a buffer.',
  'The cache was deliberately left out, although it was suggested, because it leaks.',
])('is no wish only because it has the words of one: %s', (sentence) => {
  expect(mainSentence(`${sentence} Closes #12.`)).toBe(sentence)
})

it('is found in linear time', () => {
  const text = `${'issue #1 it is '.repeat(100)}.`
  expect(mainSentence(text)).toBe(text)
})

it('is the problem where nothing else is said, without a list mark', () => {
  expect(mainSentence('* The parser crashes on an empty file.')).toBe('The parser crashes on an empty file.')
})
