import { expect, it } from 'vitest'
import { isReference } from './reference.ts'

it.each([
  ['#12', true],
  ['Fixes #1878 and #1879.', true],
  ['See also org/repo#4, for more details.', true],
  ['1. This issue: docs/site#12', true],
  ['Ported from 0123abc (upstream)', true],
  ['Fixes #12 by waiting', false],
  ['This feature is discussed as part of issue #625.', true],
  ['Details can be found in issue #630', true],
  ['continues #1452, closes #1438, closes #1908', true],
  ['This came up in the context of https://example.org/issues/168', true],
  ['followup to c080439382f1619fc664fcdb81788e4466d94b0e', true],
  ['Work on the lock of #12', false],
  ['This is needed for #12', false],
  ['See the pool', false],
  ['See my comments in #3094 for even more context.', true],
  ['See also about the separator, which #12 leaves out, because nobody uses it.', false],
  ['We reported this in Debian as bug #996948 [1].', true],
  ['We reported the size, so that nobody waits.', false],
  [`See ${'a '.repeat(1000)}#12 ${'b '.repeat(1000)}`, false],
  [`#1${','.repeat(400)}`, true],
  [`#1${','.repeat(400)}x`, false],
  [`#1${' and #2'.repeat(100)}x`, false],
  [`${'also see '.repeat(100)}x`, false],
  [`${'http://a'.repeat(100)} x`, false],
  [`related to http:m${'-e'.repeat(200)} related to http:m${'el'.repeat(200)},`, false],
  [`#1${', #2'.repeat(1000)}`, false],
])('%.40s only refers to something: %s', (sentence, expected) => {
  expect(isReference(sentence)).toBe(expected)
})
