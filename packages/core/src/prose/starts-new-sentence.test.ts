import { processorTime } from '@chronicle/testing'
import { expect, it } from 'vitest'
import { startsNewSentence } from './starts-new-sentence.ts'

const WRAPPED = 'A line of a paragraph that its author has wrapped where it was full'

it.each([
  [WRAPPED, 'The next', false],
  [`${WRAPPED}:`, 'The next', false],
  [`${WRAPPED} https://example.org/a`, 'The next', true],
  [`${WRAPPED} (https://example.org/a `, 'The next', true],
  [`${WRAPPED} https://`, 'The next', false],
  [`${WRAPPED} https://example.org/a says`, 'The next', false],
  ['A short line', 'The next', true],
  ['A short line of the', 'The next', false],
])('after %j, %j starts a sentence: %j', (before, line, starts) => {
  expect(startsNewSentence(before, line)).toBe(starts)
})

it('reads addresses of any number', () => {
  expect(processorTime(() => startsNewSentence(`${'http://'.repeat(20_000)} x`, 'The next'))).toBeLessThan(2_000)
})
