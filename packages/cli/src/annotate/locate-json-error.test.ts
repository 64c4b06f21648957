import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { locateJsonError } from './locate-json-error.ts'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('locateJsonError', () => {
  test.each([
    ['', 1, 1, 'the document ends here; expected a value'],
    ['{"a": 1', 1, 8, "the document ends here; expected ',' or '}'"],
    ['{"a": 1,}', 1, 9, 'a comma before "}" is one too many'],
    ['[1, 2,]', 1, 7, 'a comma before "]" is one too many'],
    ['{\n  "a" 1\n}', 2, 7, 'expected \':\' after the key, found "1"'],
    ["{'a': 1}", 1, 2, 'strings take double quotes'],
    ['{a: 1}', 1, 2, 'expected a key in double quotes or \'}\', found "a"'],
    ['{"a": "one\ntwo"}', 1, 11, 'a line break inside a string; write \\n, or close the string'],
    ['{"a": "one\ttwo"}', 1, 11, 'a control character inside a string; write it as \\u00XX'],
    ['{"a": "C:\\x"}', 1, 10, 'an unknown escape in a string; write \\\\ for a backslash'],
    ['["a', 1, 2, 'this string is never closed'],
    ['{} {}', 1, 4, 'expected nothing more after the document, found "{"'],
    ['[1] // note', 1, 5, 'JSON has no comments'],
    ['[01]', 1, 2, 'expected a value or \']\', found "0"'],
    ['[\r\n tru]', 2, 2, 'expected a value or \']\', found "t"'],
    ['😀', 1, 1, 'expected a value, found "😀"'],
  ])('%j', (text, line, column, reason) => {
    expect(isJson(text)).toBe(false)
    expect(locateJsonError(text)).toEqual({ line, column, reason })
  })

  test('finds an error exactly where JSON.parse does, in valid JSON with one character changed', () => {
    const damaged = fc
      .tuple(
        fc.jsonValue({ maxDepth: 4 }),
        fc.nat(),
        fc.constantFrom('', ',', '"', '}', ']', ':', '\n', '\\', '0', 'x'),
      )
      .map(([value, where, character]) => {
        const text = JSON.stringify(value, null, 1)
        const at = where % (text.length + 1)
        return text.slice(0, at) + character + text.slice(at + 1)
      })
    fc.assert(
      fc.property(damaged, (text) => {
        expect(locateJsonError(text) === undefined).toBe(isJson(text))
      }),
      { numRuns: 2000 },
    )
  })

  test('agrees with JSON.parse on arbitrary text', () => {
    const text = fc.string({ unit: fc.constantFrom(...'{}[],:" \n\\u0aeE.-+19tfn'), maxLength: 12 })
    fc.assert(
      fc.property(text, (candidate) => {
        expect(locateJsonError(candidate) === undefined).toBe(isJson(candidate))
      }),
      { numRuns: 5000 },
    )
  })

  test('needs no stack for deep nesting', () => {
    expect(locateJsonError('['.repeat(200_000))?.reason).toMatch(/ends here/)
  })
})
