import { expect, test } from 'vitest'
import { givesGround } from './gives-ground.ts'

test.each([
  'The reader hangs on a slow peer.',
  'We keep the old spelling, so scripts go on working.',
  'This allows it to wait, because the peer is slow.',
  'I tried a queue, but it was slower.',
])('%s', (sentence) => {
  expect(givesGround(sentence)).toBe(true)
})

test.each([
  'This adds a flag to the walker.',
  'This extends the syntax of the flag to allow including other types.',
  'The flag is off by default.',
  'It makes the reader more consistent.',
])('not %s', (sentence) => {
  expect(givesGround(sentence)).toBe(false)
})
