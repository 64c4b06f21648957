import { describe, expect, it } from 'vitest'
import type { CommitId } from '../ids.ts'
import type { JsonObject } from '../canonical-json.ts'
import { FieldReader } from './field-reader.ts'
import { NoteProblems } from './note-problems.ts'

const commit = 'c'.repeat(40) as CommitId

/** Returns the result of `read` for an object, and the diagnostics. */
function reading<T>(
  source: JsonObject,
  read: (fields: FieldReader) => T,
): { readonly value: T; readonly messages: readonly string[] } {
  const problems = new NoteProblems(commit)
  const value = read(new FieldReader(source, '/x', problems))
  const messages = problems.diagnostics().map(({ code, message }) => {
    expect(code).toBe('ignored_field')
    return message.replace(/^Ignoring /, '').replace(` in the annotation on commit ${commit}`, '')
  })
  return { value, messages }
}

type Read = (fields: FieldReader) => unknown

const objectsOrTexts: Read = (f) =>
  f.objectsOrTexts<unknown>(
    'k',
    () => 'an object',
    (text) => text,
  )

it.each<[string, Read, unknown, unknown, string | undefined]>([
  ['a text', (f) => f.text('k'), 'a', 'a', undefined],
  ['an empty text', (f) => f.text('k'), '', undefined, undefined],
  ['null for a text', (f) => f.text('k'), null, undefined, undefined],
  ['a number for a text', (f) => f.text('k'), 7, undefined, '/x/k: expected text, found the number 7'],
  ['true', (f) => f.flag('k'), true, true, undefined],
  ['false', (f) => f.flag('k'), false, false, undefined],
  ['no flag', (f) => f.flag('k'), undefined, undefined, undefined],
  ['a text for a flag', (f) => f.flag('k'), 'yes', undefined, '/x/k: expected true or false, found the text "yes"'],
  ['a word', (f) => f.word('k', ['one', 'two']), 'TWO', 'two', undefined],
  ['no word', (f) => f.word('k', ['one', 'two']), undefined, undefined, undefined],
  ['another word', (f) => f.word('k', ['one', 'two']), 'x', undefined, '/x/k: expected one or two, found the text "x"'],
  ['a path', (f) => f.path('k'), './a//b', 'a/b', undefined],
  [
    'a path with a NUL',
    (f) => f.path('k'),
    'a\0b',
    undefined,
    '/x/k: expected a path inside the repository, found the text "a?b"',
  ],
  ['no path', (f) => f.path('k'), undefined, undefined, undefined],
  [
    'a path upwards',
    (f) => f.path('k'),
    '../a',
    undefined,
    '/x/k: expected a path inside the repository, found the text "../a"',
  ],
  ['a folder', (f) => f.regionPath('k'), 'src/', 'src/', undefined],
  ['the repository', (f) => f.regionPath('k'), '.', './', undefined],
  ['no region', (f) => f.regionPath('k'), undefined, undefined, undefined],
  [
    'a region upwards',
    (f) => f.regionPath('k'),
    '../',
    undefined,
    '/x/k: expected a path inside the repository, found the text "../"',
  ],
  ['lines', (f) => f.lines('k'), { start: 1, end: 2 }, { start: 1, end: 2 }, undefined],
  ['lines as text', (f) => f.lines('k'), '3:4', { start: 3, end: 4 }, undefined],
  ['lines as a pair', (f) => f.lines('k'), [3, 4], { start: 3, end: 4 }, undefined],
  ['no lines', (f) => f.lines('k'), undefined, undefined, undefined],
  ['lines without an end', (f) => f.lines('k'), { start: 1 }, undefined, '/x/k: expected lines, found an object'],
  ['lines without a start', (f) => f.lines('k'), [undefined, 1], undefined, '/x/k: expected lines, found a list'],
  ['lines of text', (f) => f.lines('k'), { start: 1, end: '2' }, undefined, '/x/k: expected lines, found an object'],
  ['text for lines', (f) => f.lines('k'), 'ten', undefined, '/x/k: expected lines, found the text "ten"'],
  [
    'lines backwards',
    (f) => f.lines('k'),
    { start: 2, end: 1 },
    undefined,
    '/x/k: expected lines with 1 <= start <= end, found the text "2:1"',
  ],
  ['lines from 0', (f) => f.lines('k'), '0:3', undefined, '/x/k: expected lines, found the text "0:3"'],
  [
    'lines between 0',
    (f) => f.lines('k'),
    { start: 0, end: 3 },
    undefined,
    '/x/k: expected lines with 1 <= start <= end, found the text "0:3"',
  ],
  ['a flag for lines', (f) => f.lines('k'), true, undefined, '/x/k: expected lines, found true'],
  ['a line', (f) => f.line('k'), 1, 1, undefined],
  ['no line', (f) => f.line('k'), undefined, undefined, undefined],
  ['line 0', (f) => f.line('k'), 0, undefined, '/x/k: expected a line number, found the number 0'],
  ['a line as text', (f) => f.line('k'), '1', undefined, '/x/k: expected a line number, found the text "1"'],
  ['a time', (f) => f.time('k'), '2025-06-10T14:30:00Z', '2025-06-10T14:30:00Z', undefined],
  [
    'a time in a zone',
    (f) => f.time('k'),
    '2025-06-10T14:30:00.123456789+02:00',
    '2025-06-10T14:30:00.123456789+02:00',
    undefined,
  ],
  ['no time', (f) => f.time('k'), undefined, undefined, undefined],
  ['seconds of these days', (f) => f.time('k'), 1_749_565_800, '2025-06-10T14:30:00Z', undefined],
  ['milliseconds of these days', (f) => f.time('k'), 1_749_565_800_000, '2025-06-10T14:30:00Z', undefined],
  ['seconds', (f) => f.time('k'), 1, '1970-01-01T00:00:01Z', undefined],
  ['the last second', (f) => f.time('k'), 7_258_118_399, '2199-12-31T23:59:59Z', undefined],
  ['the first milliseconds', (f) => f.time('k'), 7_258_118_400, '1970-03-26T00:08:38Z', undefined],
  ['the last milliseconds', (f) => f.time('k'), 7_258_118_399_999, '2199-12-31T23:59:59Z', undefined],
  [
    'more milliseconds',
    (f) => f.time('k'),
    7_258_118_400_000,
    undefined,
    '/x/k: expected an RFC 3339 time, found the number 7258118400000',
  ],
  ['second 0', (f) => f.time('k'), 0, undefined, '/x/k: expected an RFC 3339 time, found the number 0'],
  ['seconds as text', (f) => f.time('k'), '5', undefined, '/x/k: expected an RFC 3339 time, found the text "5"'],
  ['a word for a time', (f) => f.time('k'), 'x', undefined, '/x/k: expected an RFC 3339 time, found the text "x"'],
  ['no object', (f) => f.object('k'), undefined, undefined, undefined],
  ['a list for an object', (f) => f.object('k'), [], undefined, '/x/k: expected an object, found a list'],
  ['an object', (f) => [f.object('k')?.pointer, f.object('k')?.text('a')], { a: 'b' }, ['/x/k', 'b'], undefined],
  ['texts', (f) => f.texts('k'), ['a', '', 'b'], ['a', 'b'], undefined],
  ['one text', (f) => f.texts('k'), 'a', ['a'], undefined],
  ['one empty text', (f) => f.texts('k'), '', [], undefined],
  ['no texts', (f) => f.texts('k'), undefined, [], undefined],
  ['a number among texts', (f) => f.texts('k'), ['a', 1], ['a'], '/x/k/1: expected text, found the number 1'],
  ['one object for texts', (f) => f.texts('k'), {}, [], '/x/k: expected text, found an object'],
  ['a number for a list', (f) => f.texts('k'), 7, [], '/x/k: expected a list, found the number 7'],
  ['objects', (f) => f.objects('k', (each) => each.at('y')), [{}, {}], ['/x/k/0/y', '/x/k/1/y'], undefined],
  ['one object', (f) => f.objects('k', (each) => each.at('y')), {}, ['/x/k/y'], undefined],
  ['objects that come to nothing', (f) => f.objects('k', () => undefined), [{}], [], undefined],
  [
    'a text among objects',
    (f) => f.objects('k', () => 1),
    [{}, 'a'],
    [1],
    '/x/k/1: expected an object, found the text "a"',
  ],
  ['a text or an object', objectsOrTexts, ['a', {}], ['a', 'an object'], undefined],
  ['an empty text among them', objectsOrTexts, [''], [], '/x/k/0: expected an object or text, found an empty text'],
  ['a number among them', objectsOrTexts, [7], [], '/x/k/0: expected an object or text, found the number 7'],
  ['foreign objects', (f) => f.foreignObjects('k'), [{ b: 1, a: 2 }], [{ a: 2, b: 1 }], undefined],
  [
    'a text among foreign objects',
    (f) => f.foreignObjects('k'),
    ['a'],
    [],
    '/x/k/0: expected an object, nested no deeper than usual, found the text "a"',
  ],
])('%s', (_name, read, source, expected, message) => {
  const { value, messages } = reading(source === undefined ? {} : { k: source }, read)
  expect(value).toEqual(expected)
  expect(messages).toEqual(message === undefined ? [] : [message])
})

describe('foreign objects', () => {
  const nested = (levels: number): JsonObject =>
    JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`) as JsonObject

  it('may be nested 100 levels deep', () => {
    expect(reading({ k: [nested(100)] }, (f) => f.foreignObjects('k')).value).toEqual([nested(100)])
    expect(reading({ k: [nested(101)] }, (f) => f.foreignObjects('k'))).toEqual({
      value: [],
      messages: ['/x/k/0: expected an object, nested no deeper than usual, found an object'],
    })
  })

  it('may be so under unknown keys', () => {
    expect(reading({ k: nested(100) }, (f) => f.unknownKeys()).value).toEqual({ unknown_keys: { k: nested(100) } })
    expect(reading({ k: nested(101), a: 1 }, (f) => f.unknownKeys())).toEqual({
      value: { unknown_keys: { a: 1 } },
      messages: ['/x: an unknown key holds JSON that is nested too deep'],
    })
  })
})

describe('a key', () => {
  it('is there or not, whatever it holds', () => {
    expect(reading({ a: undefined, b: null }, (f) => ['a', 'b', 'c'].map((key) => f.has(key))).value).toEqual([
      true,
      true,
      false,
    ])
  })

  it.each([
    [{ a: 'x', b: 'y' }, 'x'],
    [{ b: 'y' }, 'y'],
    [{ a: null, b: 'y' }, 'y'],
    [{}, undefined],
  ])('may have another name: %j', (source, expected) => {
    const { value, messages } = reading(source, (f) => [f.text('a', 'b'), f.unknownKeys()])
    expect(value).toEqual([expected, {}])
    expect(messages).toEqual([])
  })
})

describe('unknown keys', () => {
  const unknown = (source: JsonObject, known: readonly string[], added?: JsonObject): unknown =>
    reading(source, (f) => {
      for (const key of known) f.value(key)
      return f.unknownKeys(added)
    }).value

  it.each<[string, JsonObject, readonly string[], JsonObject | undefined, unknown]>([
    ['are those that nobody asked for', { a: 1, b: 2, c: 3 }, ['b'], undefined, { unknown_keys: { a: 1, c: 3 } }],
    ['are none where all were asked for', { a: 1, b: 2 }, ['b', 'a'], undefined, {}],
    [
      'are not hidden by keys that are asked for twice',
      { a: 1, b: 2 },
      ['a', 'a'],
      undefined,
      { unknown_keys: { b: 2 } },
    ],
    ['are not hidden by keys that are not there', { a: 1 }, ['b'], undefined, { unknown_keys: { a: 1 } }],
    ['have their own keys sorted', { a: { z: 1, b: 2 } }, [], undefined, { unknown_keys: { a: { b: 2, z: 1 } } }],
    ['have what is added to them', { a: 1 }, ['a'], { b: 2 }, { unknown_keys: { b: 2 } }],
    ['have nothing where nothing is added', { a: 1 }, ['a'], {}, {}],
    [
      'have what stands beside the ends of lines',
      { lines: { start: 1, end: 2, side: 'new' }, a: 1, b: 2 },
      ['lines', 'a'],
      undefined,
      { unknown_keys: { b: 2, lines: { side: 'new' } } },
    ],
    ['have nothing of plain lines', { lines: { start: 1, end: 2 } }, ['lines'], undefined, {}],
    ['have nothing of lines that are refused', { lines: { start: 2, end: 1, x: 1 } }, ['lines'], undefined, {}],
    [
      'have lines as they stand where nobody asks for them',
      { lines: [1] },
      [],
      undefined,
      { unknown_keys: { lines: [1] } },
    ],
  ])('%s', (_name, source, known, added, expected) => {
    expect(unknown(source, known, added)).toEqual(expected)
  })

  it('never have a prototype', () => {
    const source = JSON.parse('{"__proto__":{"p":1},"lines":{"start":1,"end":2,"__proto__":{"p":1}}}') as JsonObject
    expect(unknown(source, ['lines'])).toEqual({})
    expect(Object.keys(unknown(source, ['lines']) as object)).toEqual([])
  })

  it('come in a fixed order within', () => {
    const { value } = reading({ k: { b: 1, a: 1 } }, (f) => JSON.stringify(f.unknownKeys()))
    expect(value).toBe('{"unknown_keys":{"k":{"a":1,"b":1}}}')
  })
})
