import { expect, it } from 'vitest'
import { parseLineRange } from './line-range.ts'

it.each([
  ['10:20', { start: 10, end: 20 }],
  ['10-20', { start: 10, end: 20 }],
  ['10,20', { start: 10, end: 20 }],
  [' 7 ', { start: 7, end: 7 }],
  ['1 : 1', { start: 1, end: 1 }],
])('reads %s', (text, range) => {
  expect(parseLineRange(text)._unsafeUnwrap()).toEqual(range)
})

it.each(['', ':', '0:3', '20:10', '1:2:3', 'a:b', '-1:5', '1.5:2', '1:99999999999', '5:'])('refuses %j', (text) => {
  expect(parseLineRange(text)._unsafeUnwrapErr()).toEqual({
    code: 'invalid_line_range',
    message: `Not a line range: ${JSON.stringify(text)}. Write START:END with 1 <= START <= END, such as 10:20.`,
    data: { text },
  })
})
