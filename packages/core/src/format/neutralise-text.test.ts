import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeUnsafeJson, isPlain, neutralise, neutraliseLines } from './neutralise-text.ts'

describe('neutralise', () => {
  it.each([
    ['plain text, ≤ 4 sessions — ok', 'plain text, ≤ 4 sessions — ok'],
    ['  two\n\n  lines\tand \r\n more ', 'two lines and more'],
    ['a\u2028b\u0085c\vd', 'a b c d'],
    ['\u001B[31mred\u001B[0m', '\\u{001B}[31mred\\u{001B}[0m'],
    ['\u009B31m\u007F\u0000', '\\u{009B}31m\\u{007F}\\u{0000}'],
    ['\u202Eevil\u2066', '\\u{202E}evil\\u{2066}'],
    ['a\u200Bb\u200Dc\u00ADd', 'a\\u{200B}b\\u{200D}c\\u{00AD}d'],
    ['\u{E0041}\u{E0100}', '\\u{E0041}\\u{E0100}'],
    ['\uD800 \uDFFFx', '\\u{D800} \\u{DFFF}x'],
    ['漢字 é e\u0301 😀 ❤\uFE0F', '漢字 é e\u0301 😀 ❤\uFE0F'],
    [' \n ', ''],
  ])('makes one safe line of %j', (text, line) => {
    expect(neutralise(text)).toBe(line)
  })

  it('is safe to show, changes nothing the second time, and keeps every visible character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const line = neutralise(text)
        expect(isPlain(line)).toBe(true)
        expect(neutralise(line)).toBe(line)
        const visible = [...text].filter((character) => isPlain(character) && /\S/u.test(character))
        expect([...line].filter((character) => visible.includes(character)).length).toBeGreaterThanOrEqual(
          visible.length,
        )
      }),
      { numRuns: 1000 },
    )
  })
})

describe('neutraliseLines', () => {
  it('keeps the lines of a text and their indentation, not the blank ones', () => {
    expect(neutraliseLines('  First.\r\n\r\n  - second\t\n\tthird\u2028## fourth\u001B')).toEqual([
      'First.',
      '  - second',
      '  third',
      '## fourth\\u{001B}',
    ])
    expect(neutraliseLines(' \n\t\n')).toEqual([])
  })
})

describe('escapeUnsafeJson', () => {
  it('keeps the value and cleans the bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = escapeUnsafeJson(JSON.stringify(text))
        expect(isPlain(json)).toBe(true)
        expect(JSON.parse(json)).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })
})
