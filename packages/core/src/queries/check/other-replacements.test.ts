import type { ReadRegion } from '@chronicle/schema'
import { expect, test } from 'vitest'
import { otherReplacements } from './other-replacements.ts'

const amend = (to: string, more: object = {}): ReadRegion['corrections'] => [
  { correction_type: 'amend', field: 'constraints', target_value: 'old', replacement: to, effect: 'applied', ...more },
]
const missed = { effect: 'value_not_found' }
const others = (...lists: readonly ReadRegion['corrections'][]): readonly string[] =>
  otherReplacements({ corrections: lists.flatMap((list) => list ?? []) } as unknown as ReadRegion, 'new')

test('are the words of later corrections of the same value', () => {
  expect(others(amend('new'), amend('other', missed), amend('other', { ...missed, reason: 'again' }))).toEqual([
    'other',
  ])
})

test('are not the words of corrections of other values, nor the same words', () => {
  expect(others(amend('new'), amend('other', { ...missed, target_value: 'else' }), amend('new', missed))).toEqual([])
  expect(others(amend('else'), amend('other', missed))).toEqual([])
})
