import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlain } from '../text/escape-unsafe.ts'
import { neutralise, neutraliseLines, neutralisePath } from './neutralise-text.ts'
import { anyCodePoint } from '@chronicle/testing'

describe('neutralise', () => {
  it.each([
    ['plain text, ≤ 4 sessions — ok', 'plain text, ≤ 4 sessions — ok'],
    ['  two\n\n  lines\tand \r\n more ', 'two lines and more'],
    ['a\u2028b\u0085c\vd', 'a b c d'],
    ['\u001B[31mred\u001B[0m', '\\u001b[31mred\\u001b[0m'],
    ['\u009B31m\u007F\u0000', '\\u009b31m\\u007f\\u0000'],
    ['\u202Eevil\u2066', '\\u202eevil\\u2066'],
    ['a\u200Bb\u200Dc\u00ADd', 'a\\u200bb\\u200dc\\u00add'],
    ['\u{E0041}\u{E0100}', '\\udb40\\udc41\\udb40\\udd00'],
    ['\uD800 \uDFFFx', '\\ud800 \\udfffx'],
    ['漢字 é e\u0301 😀 ❤\uFE0F', '漢字 é e\u0301 😀 ❤\uFE0F'],
    [' \n ', ''],
  ])('makes one safe line of %j', (text, line) => {
    expect(neutralise(text)).toBe(line)
  })

  it('is safe to show, changes nothing the second time, and keeps every visible character', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint() }), (text) => {
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
      '## fourth\\u001b',
    ])
    expect(neutraliseLines(' \n\t\n')).toEqual([])
  })
})

it.each([
  ['src/a b.ts', 'src/a b.ts'],
  [' a  b\n## c\r\n\td ', ' a  b\\n## c\\r\\n\\td '],
  ['x\u202E\u2028', 'x\\u202e\\u2028'],
])('shows the path %j as it is, on one line', (path, shown) => {
  expect(neutralisePath(path)).toBe(shown)
})
