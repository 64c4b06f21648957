import { processorTime } from '@chronicle/testing'
import { expect, it } from 'vitest'
import { findSpan } from './find-span.ts'

it('finds whole sentences, whatever ends or quotes them', () => {
  expect(findSpan('"Keep it sorted"', ['It is read often. Keep it sorted.'])).toBe('Keep it sorted.')
  expect(findSpan('sorted', ['It is read often. Keep it sorted.'])).toBeUndefined()
})

it.each(['.', '`', ';'])('compares runs of %j of any length', (sign) => {
  const statement = `Keep${sign.repeat(100_000)}it`
  expect(processorTime(() => findSpan(statement, ['Keep it']))).toBeLessThan(2_000)
})
