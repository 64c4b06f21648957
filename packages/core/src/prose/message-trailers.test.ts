import { expect, it } from 'vitest'
import { isReferenceLine, isTrailerLine, parseTrailer, withoutCredits } from './message-trailers.ts'

it.each([
  ['Bug: 1', true],
  ['bug : none', true],
  ['BUG:chromium/12, b/34,56', true],
  ['Bug: 1 2', false],
  ['Bug: 1, two', false],
  ['Bug: in line 3', false],
  [`Bug: ${'1,'.repeat(100_000)} x`, false],
  [`Bug: ${'1, '.repeat(100_000)}2`, true],
])('%.40s is the trailer of a bug: %s', (line, expected) => {
  expect(isTrailerLine(line)).toBe(expected)
})

it.each([
  ['Fixes #1, closes #2 and https://example.org/3.', true],
  ['http://a'.repeat(100), true],
  [`${'http://a'.repeat(100)} x`, false],
  [`#1${', #2'.repeat(200)} x`, false],
])('%.40s is a line of references: %s', (line, expected) => {
  expect(isReferenceLine(line)).toBe(expected)
})

it.each([
  ['Reviewed by : Ada ', { key: 'Reviewed by', value: 'Ada' }],
  ['see: also: this', { key: 'see', value: 'also: this' }],
  ['a:b', undefined],
  [`A${' '.repeat(300_000)}!`, undefined],
])('%.40s is parsed as %j', (line, trailer) => {
  expect(parseTrailer(line)).toEqual(trailer)
})

it('of a message without credits, all is left but who took part', () => {
  const message =
    'Lock it (#3)\n\n* Lock it\n\nSigned-off-by: A <a@b>\n\n* Test it\n\nFixes: #1\nCo-authored-by: bot[bot] <c@d>\n'
  expect(withoutCredits(message)).toBe('Lock it (#3)\n\n* Lock it\n\n* Test it\n\nFixes: #1')
  expect(withoutCredits('Lock it\n\nReviewed-by: A <a@b>\n')).toBe('Lock it')
  const plain = 'Lock it\n\n\nIt was signed off by nobody.\n'
  expect(withoutCredits(plain)).toBe(plain)
})
