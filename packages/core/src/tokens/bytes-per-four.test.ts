import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesPerFour, utf8Length } from './bytes-per-four.ts'
import { anyCodePoint } from '@chronicle/testing'

describe('bytesPerFour', () => {
  it('is a quarter of the bytes, rounded up', () => {
    const tokens = bytesPerFour()
    const texts = ['', 'a', 'abcd', 'abcde', '≤≤', '😀', '😀a']
    expect(texts.map((text) => tokens.count(text))).toEqual([0, 1, 1, 2, 2, 1, 2])
  })

  it('counts the bytes that an encoder writes, for any string', () => {
    const encoder = new TextEncoder()
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyCodePoint() }), utf16(), fc.string({ unit: 'grapheme' })), (text) => {
        expect(utf8Length(text)).toBe(encoder.encode(text).length)
      }),
      { numRuns: 2000 },
    )
  })
})

/** Generates strings of arbitrary UTF-16 units, including lone surrogates. */
function utf16(): fc.Arbitrary<string> {
  const unit = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff }))
  return fc.array(unit).map((units) => String.fromCharCode(...units))
}
