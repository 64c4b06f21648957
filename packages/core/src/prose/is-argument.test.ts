import { expect, test } from 'vitest'
import { isArgument } from './is-argument.ts'

test.each([
  'The reader hangs on a slow peer.',
  'We keep the old spelling, so scripts go on working.',
  'This allows it to wait, because the peer is slow.',
  'I tried a queue, but it was slower.',
  'As some distributions (e.g. the oldest) still ship 0.12, enforce the version.',
  'So there is no need to look at the name before the reader is made.',
  'The check is opaque enough that its whole story is told.',
  'This is potentially useful if one searches many large files.',
  'To lessen the noise of warnings, this pins the versions.',
  'The purpose of this flag is to make it easier to add readers.',
  'The reader now defaults to waiting, ensuring that sockets are returned.',
])('%s', (sentence) => {
  expect(isArgument(sentence)).toBe(true)
})

test.each([
  'This adds a flag to the walker.',
  'This extends the syntax of the flag to allow including other types.',
  'The flag is off by default.',
  'It makes the reader more consistent.',
  'Adds as many as some readers take.',
])('not %s', (sentence) => {
  expect(isArgument(sentence)).toBe(false)
})
