import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCodePoint } from './any-code-point.ts'

test('every character, and no half of one', () => {
  fc.assert(
    fc.property(anyCodePoint(), (character) => {
      expect([...character]).toHaveLength(1)
      expect(character).not.toMatch(/\p{Surrogate}/u)
    }),
  )
})

test('reaches both sides of the surrogates and the last code point', () => {
  const unit = anyCodePoint()
  for (const character of ['\0', 'a', '\ud7ff', '\ue000', '\u{10000}', '\u{10ffff}']) {
    expect(unit.canShrinkWithoutContext(character)).toBe(true)
  }
  for (const other of ['', 'ab', '\ud800', '\udc00a', 7, undefined]) {
    expect(unit.canShrinkWithoutContext(other)).toBe(false)
  }
})

test('words that break programs are among the texts made of it', () => {
  const texts = fc.sample(fc.string({ unit: anyCodePoint() }), { numRuns: 5000, seed: 1 })
  expect(texts.some((text) => text.includes('__proto__'))).toBe(true)
})
