import { expect, it } from 'vitest'
import { isLineRange, parseLineRange } from './line-range.ts'

it.each([
  ['10:20', { start: 10, end: 20 }],
  ['10-20', { start: 10, end: 20 }],
  ['10,20', { start: 10, end: 20 }],
  [' 7 ', { start: 7, end: 7 }],
  ['1 : 1', { start: 1, end: 1 }],
  ['  3  -  45  ', { start: 3, end: 45 }],
  ['2147483647', { start: 2_147_483_647, end: 2_147_483_647 }],
])('reads %s', (text, range) => {
  expect(parseLineRange(text)._unsafeUnwrap()).toEqual(range)
})

it.each([
  '',
  ':',
  '0:3',
  '20:10',
  '1:2:3',
  'a:b',
  '-1:5',
  '1.5:2',
  '1:99999999999',
  '5:',
  'x1',
  '1x',
  '1:2x',
  '1:x',
  '1_2',
  '2147483648',
  '1:2147483648',
  '12345678901',
])('refuses %j', (text) => {
  expect(parseLineRange(text)._unsafeUnwrapErr()).toEqual({
    code: 'invalid_line_range',
    message: `Not a line range: ${JSON.stringify(text)}. Write START:END with 1 <= START <= END, such as 10:20.`,
    data: { text },
  })
})

it('quotes 60 characters of what it refuses', () => {
  const { message } = parseLineRange('x'.repeat(61))._unsafeUnwrapErr()
  expect(message).toContain(`: "${'x'.repeat(60)}". Write`)
})

it.each<[unknown, unknown, boolean]>([
  [1, 1, true],
  [1, 2_147_483_647, true],
  [0, 1, false],
  [1, 0, false],
  [2, 1, false],
  [1, 2_147_483_648, false],
  [1.5, 2, false],
  [1, 2.5, false],
  ['1', 2, false],
  [1, '2', false],
  [undefined, 1, false],
])('lines %j to %j are a range: %j', (start, end, expected) => {
  expect(isLineRange(start, end)).toBe(expected)
})
