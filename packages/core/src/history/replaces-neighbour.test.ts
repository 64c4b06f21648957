import { expect, it } from 'vitest'
import { replacesNeighbour } from './replaces-neighbour.ts'

const OLDER = ['  def a(self):', '    one()', '    two()', '', '  def b(self):', '    three()', '}']
const whole = (newer: readonly string[]): { readonly start: number; readonly end: number } => ({
  start: 0,
  end: newer.length,
})

it.each([
  [
    'the next method went',
    { startA: 2, endA: 6, startB: 2, endB: 3 },
    ['  def a(self):', '    one()', '    x()'],
    true,
  ],
  ['lines of its own went', { startA: 1, endA: 3, startB: 1, endB: 2 }, ['  def a(self):', '    x()'], false],
  ['its head was changed', { startA: 0, endA: 3, startB: 0, endB: 1 }, ['  def a(self, b):'], false],
  ['a closing bracket went', { startA: 5, endA: 7, startB: 1, endB: 1 }, ['  def a(self):', '    one()'], false],
])('%s', (_, edit, newer, replaces) => {
  expect(replacesNeighbour(edit, whole(newer), OLDER, newer)).toBe(replaces)
})
