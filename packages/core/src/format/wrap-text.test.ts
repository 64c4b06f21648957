import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayWidth, wrapText } from './wrap-text.ts'

describe('wrapText', () => {
  it.each([
    ['the quick brown fox jumps', 20, ['the quick brown fox', 'jumps']],
    ['漢字漢字漢字漢字漢字漢字', 20, ['漢字漢字漢字漢字漢字', '漢字']],
    ['a'.repeat(45), 20, ['a'.repeat(20), 'a'.repeat(20), 'aaaaa']],
    ['    return the quick brown fox', 24, ['    return the quick', '    brown fox']],
    [' '.repeat(9).concat('the quick brown fox'), 24, ['the quick brown fox']],
    ['', 20, []],
  ])('breaks %j at %i columns', (text, width, lines) => {
    expect(wrapText(text, width)).toEqual(lines)
  })

  it('keeps within the width, and keeps the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1 })),
        fc.integer({ min: 20, max: 60 }),
        (words, width) => {
          const text = words.join(' ').replaceAll(/\s+/gu, ' ').trim()
          const lines = wrapText(text, width)
          for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
          expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
        },
      ),
      { numRuns: 500 },
    )
  })
})

it('knows how wide characters are', () => {
  expect(['abc', '漢字', 'e\u0301', '😀', 'ｶﾅ', '≤'].map(displayWidth)).toEqual([3, 4, 1, 2, 2, 1])
})
