import { expect, test } from 'vitest'
import { reasonOf } from './reason-of.ts'

test.each([
  [new Error('The disk is full.'), 'The disk is full'],
  [new Error('Wait...'), 'Wait...'],
  ['no', 'no'],
  [undefined, 'undefined'],
  [Object.create(null), 'a value without a text'],
])('the reason of %o', (cause: unknown, reason) => {
  expect(reasonOf(cause)).toBe(reason)
})
