import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeUnsafe, escapeUnsafeIn, isPlain, neutralise, neutraliseLines, neutralisePath } from './index.ts'
import { anyCodePoint } from '@chronicle/testing'

/** Every function that renders other people's text, as a function from text to output. */
const RENDERERS: Readonly<Record<string, (text: string) => string>> = {
  escapeUnsafe,
  neutralise,
  neutralisePath,
  neutraliseLines: (text) => neutraliseLines(text).join(''),
  escapeUnsafeIn: (text) =>
    escapeUnsafeIn({ [text]: [text] })
      [escapeUnsafeIn(text)]?.join('')
      .replace(/[\n\t]/gu, '') ?? '',
}

// Characters that no function may pass through, listed by code point and category, independently of the implementation.
const RANGES: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x1f], // C0
  [0x7f, 0x9f], // DEL, C1
  [0xad, 0xad], // soft hyphen
  [0x34f, 0x34f], // combining grapheme joiner
  [0x61c, 0x61c], // Arabic letter mark
  [0x115f, 0x1160], // Hangul fillers
  [0x17b4, 0x17b5], // Khmer inherent vowels
  [0x180b, 0x180f], // Mongolian variation selectors
  [0x200b, 0x200f], // zero width, direction marks
  [0x2028, 0x202e], // separators, bidi embeddings and overrides
  [0x2060, 0x206f], // word joiner, invisible operators, bidi isolates
  [0x3164, 0x3164],
  [0xd800, 0xdfff], // lone surrogates
  [0xe000, 0xf8ff], // private use
  [0xfe00, 0xfe0f], // variation selectors, on their own
  [0xfeff, 0xfeff], // byte order mark
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb], // reserved, interlinear annotation
  [0xfdd0, 0xfdef], // noncharacters
  [0x13430, 0x1343f], // Egyptian hieroglyph format controls
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff], // tags, variation selectors supplement
  [0xf0000, 0x10ffff], // private use
]

function isUnsafe(point: number): boolean {
  return RANGES.some(([from, to]) => from <= point && point <= to) || (point & 0xfffe) === 0xfffe
}

function mustBeEscaped(character: string): boolean {
  return /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u.test(
    character,
  )
}

describe.each(Object.entries(RENDERERS))('%s', (_name, render) => {
  it('lets no unsafe code point through, and every other one, of all there are', () => {
    const wrong: string[] = []
    for (let point = 0; point <= 0x10ffff; point++) {
      const character = String.fromCodePoint(point)
      // Placed between letters, so that white space is inside the text.
      const shown = render(`a${character}b`)
      const passes = shown.includes(character)
      const isUnsafeHere = isUnsafe(point)
      if (mustBeEscaped(character) && !isUnsafeHere) wrong.push(`${point.toString(16)} is not in the list of this test`)
      const isFolded = /\s/u.test(character)
      if (isUnsafeHere ? passes : !passes && !isFolded) wrong.push(point.toString(16))
    }
    expect(wrong).toEqual([])
  })

  it('gives what is plain, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint() }), (text) => {
        expect(isPlain(render(text)), JSON.stringify(render(text))).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})

it.each([
  ['❤\uFE0F ✔\uFE0E ©\uFE0F 👁\uFE0F 1\uFE0F\u20E3 #\uFE0F\u20E3', undefined],
  ['a\uFE0F', 'a\\ufe0f'],
  ['\uFE0F', '\\ufe0f'],
  ['1\uFE0F2', '1\\ufe0f2'],
  ['1\uFE0E\u20E3', '1\\ufe0e\u20E3'],
  ['❤\uFE0F\uFE0F', '❤\uFE0F\\ufe0f'],
  ['❤\u200D\uFE0F', '❤\\u200d\\ufe0f'],
  ['👨\u200D👩', '👨\\u200d👩'],
  ['\u0600\u0661 \u06DD', undefined],
  ['\uF8FF \u{10FFFD} \u{1FFFE}', '\\uf8ff \\udbff\\udffd \\ud83f\\udffe'],
])('writes %j with selectors where they belong', (text, shown) => {
  expect(escapeUnsafe(text)).toBe(shown ?? text)
})

it('keeps the value of a JSON text and cleans its bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCodePoint() }), (text) => {
      const json = escapeUnsafe(JSON.stringify(text))
      expect(isPlain(json)).toBe(true)
      expect(JSON.parse(json)).toBe(text)
    }),
    { numRuns: 1000 },
  )
})

it('keeps line feeds and tabs of a value, in keys and lists alike', () => {
  expect(escapeUnsafeIn({ 'k\u202E': ['a\n\tb\r', 3, null, { c: true }] })).toEqual({
    'k\\u202e': ['a\n\tb\\u000d', 3, null, { c: true }],
  })
})
