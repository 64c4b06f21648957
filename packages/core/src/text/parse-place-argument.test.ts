import { describe, expect, test } from 'vitest'
import { parsePlacePart, placeReadings } from './parse-place-argument.ts'

describe('readings, the longest path first', () => {
  test.each<[string, readonly (readonly [string, string])[]]>([
    ['src/a.ts', []],
    ['src/a.ts:connect', [['src/a.ts', 'connect']]],
    ['src/a.rs::Foo', [['src/a.rs', 'Foo']]],
    [
      'src/a.rs:Foo::new',
      [
        ['src/a.rs:Foo', 'new'],
        ['src/a.rs', 'Foo::new'],
      ],
    ],
    ['src/a.ts:10-20', [['src/a.ts', '10-20']]],
    ['src/a.ts:', [['src/a.ts', '']]],
    ['C:\\src\\a.ts', []],
    ['C:\\src\\a.ts:connect', [['C:\\src\\a.ts', 'connect']]],
    ['C:/src/a.ts:7', [['C:/src/a.ts', '7']]],
    ['c:unit', [['c', 'unit']]],
    ['file:///src/a.ts', []],
    ['file:///src/a.ts:7', [['file:///src/a.ts', '7']]],
    ['src/a.ts#connect', [['src/a.ts', 'connect']]],
    ['src/a.ts#L10', [['src/a.ts', '10']]],
    ['src/a.ts#L10-L20', [['src/a.ts', '10-20']]],
    ['src/a.ts#L10C5-L20C9', [['src/a.ts', '10-20']]],
    ['C#/src/a.cs', []],
    ['src/#a.ts', []],
    [
      'src/a.ts:Foo.#secret',
      [
        ['src/a.ts:Foo.', 'secret'],
        ['src/a.ts', 'Foo.#secret'],
      ],
    ],
    [':connect', []],
    ['', []],
  ])('%j', (text, splits) => {
    expect(placeReadings(text)).toEqual([[text, ''], ...splits].map(([path, part]) => ({ path, part })))
  })
})

describe('what follows the path', () => {
  test.each([
    ['', {}],
    ['connect', { anchor: 'connect' }],
    ['#secret', { anchor: '#secret' }],
    ['Foo::new', { anchor: 'Foo::new' }],
    ['10', { lines: { start: 10, end: 10 } }],
    ['10:', { lines: { start: 10, end: 10 } }],
    ['10-20', { lines: { start: 10, end: 20 } }],
    ['10,20', { lines: { start: 10, end: 20 } }],
    ['L10-L20', { lines: { start: 10, end: 20 } }],
    ['L10-20', { lines: { start: 10, end: 20 } }],
    ['L10', { anchor: 'L10' }],
    ['2024-01-01', { anchor: '2024-01-01' }],
    ['1.2', { anchor: '1.2' }],
  ])('%j', (text, part) => {
    expect(parsePlacePart(text)._unsafeUnwrap()).toEqual(part)
  })

  test.each([
    ['0', 'Not a line range: "0".'],
    ['20-10', 'Not a line range: "20-10".'],
    ['3-4,7', "'3-4,7' names several ranges."],
    ['1, 5, 9', "'1, 5, 9' names several ranges."],
    ['3-', "'3-' has no end."],
    ['10:5', 'write :10 for one line, :10-5 for lines.'],
  ])('%j is refused', (text, message) => {
    const error = parsePlacePart(text)._unsafeUnwrapErr()
    expect(error.code).toBe('invalid_line_range')
    expect(error.message).toContain(message)
  })
})
