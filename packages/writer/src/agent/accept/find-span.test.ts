import { expect, it } from 'vitest'
import { findSpan } from './find-span.ts'

it('finds whole sentences, whatever ends or quotes them', () => {
  expect(findSpan('"Keep it sorted"', ['It is read often. Keep it sorted.'])).toBe('Keep it sorted.')
  expect(findSpan('sorted', ['It is read often. Keep it sorted.'])).toBeUndefined()
})

it.each(['.', '`', ';'])('compares runs of %j of any length', (sign) => {
  expect(findSpan(`Keep${sign.repeat(200_000)}it`, ['Keep it'])).toBeUndefined()
})
