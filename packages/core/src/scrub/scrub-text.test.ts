import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTextScrubber, SCRUBBED } from './scrub-text.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const scrub = (secret: string, note: string) => {
  const { bytes, ...rest } = createTextScrubber(secret)(encode(note))
  return { text: decode(bytes), ...rest }
}

/** A JSON string in which each character is either raw or escaped, with lower-case or capital hex digits. */
const anyJson = (value: string): fc.Arbitrary<string> => {
  const characters = [...value]
  const forms = fc.array(fc.nat(2), { minLength: characters.length, maxLength: characters.length })
  return forms.map((chosen) => `"${characters.map((character, index) => written(character, chosen[index])).join('')}"`)
}

function written(character: string, form: number | undefined): string {
  if (form === 0) return JSON.stringify(character).slice(1, -1)
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index).toString(16))
  return units.map((unit) => `\\u${(form === 1 ? unit : unit.toUpperCase()).padStart(4, '0')}`).join('')
}

const secret = fc.string({ minLength: 4, maxLength: 12, unit: 'grapheme' }).filter((text) => !SCRUBBED.includes(text))

describe('a text', () => {
  test('is found in every form that JSON may give it, and nothing else changes', () => {
    const notes = fc
      .tuple(secret, fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }))
      .filter(([text, before, after]) => !`${before}${SCRUBBED}${after}`.includes(text))
      .chain(([text, before, after]) => anyJson(before + text + after).map((json) => ({ text, before, after, json })))
    fc.assert(
      fc.property(notes, ({ text, before, after, json }) => {
        fc.pre((before + text + after).split(text).length === 2)
        fc.pre((before + text + after).indexOf(text) === before.length)
        const scrubbed = scrub(text, `{"reasoning": ${json}, "n": 1}\n`)
        expect(JSON.parse(scrubbed.text)).toEqual({ reasoning: before + SCRUBBED + after, n: 1 })
        expect([scrubbed.occurrences, scrubbed.damaged]).toEqual([1, false])
      }),
      { numRuns: 300 },
    )
  })

  test('that is not there changes no byte, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const { bytes: after, occurrences } = createTextScrubber('a text that is not there')(bytes)
        expect(after).toEqual(bytes)
        expect(occurrences).toBe(0)
      }),
    )
  })

  test('is found among bytes that are no text, which stay as they are', () => {
    const around = Uint8Array.of(0xff, 0x80, 0x00, 0x9d, 0xc3)
    const note = Uint8Array.from([...around, ...encode('hunter2'), ...around])
    const { bytes } = createTextScrubber('hunter2')(note)
    expect([...bytes]).toEqual([...around, ...encode(SCRUBBED), ...around])
  })
})

describe('escapes', () => {
  test.each([
    ['nabcd', String.raw`{"a": "x\nabcd"}`, String.raw`{"a": "x\nabcd"}`],
    ['nabcd', String.raw`{"a": "x\\nabcd"}`, String.raw`{"a": "x\\[scrubbed]"}`],
    ['nabcd', String.raw`no JSON \nabcd`, String.raw`no JSON \[scrubbed]`],
    ['a/b\\c"d', String.raw`{"k": "a\/b\\c\"d"}`, '{"k": "[scrubbed]"}'],
    ['line\nbreak', String.raw`{"k": "line\nbreak"}` + '\nline\nbreak', '{"k": "[scrubbed]"}\n[scrubbed]'],
    ['ключ-1', String.raw`{"k": "\u043a\u043B\u044e\u0447-1"}`, '{"k": "[scrubbed]"}'],
    ['😀😀', String.raw`{"k": "\ud83d\ude00😀"}`, '{"k": "[scrubbed]"}'],
    ['a.b*c', '{"k": "a.b*c aXbbc"}', '{"k": "[scrubbed] aXbbc"}'],
  ])('%j in %s', (text, note, expected) => {
    expect(scrub(text, note).text).toBe(expected)
  })

  test.each([
    [
      'intent',
      '{"$schema": "chronicle/v1", "intent": "intentional", "regions": [{"intent": "x"}]}',
      '{"$schema": "chronicle/v1", "intent": "[scrubbed]ional", "regions": [{"intent": "x"}]}',
    ],
    ['chronicle/v1', '{"$schema": "chronicle/v1"}', '{"$schema": "chronicle/v1"}'],
    [
      'abcd',
      '{"$schema": "chronicle/v1", "commit": "abcd", "provenance": {"derived_from": ["abcd"], "abcd": ["abcd"]}, "task": "abcd"}',
      '{"$schema": "chronicle/v1", "commit": "abcd", "provenance": {"derived_from": ["abcd"], "[scrubbed]": ["[scrubbed]"]}, "task": "[scrubbed]"}',
    ],
    ['abcd', '{"schema": "ultragit/v2", "commit": "abcd"}', '{"schema": "ultragit/v2", "commit": "abcd"}'],
    [
      'abcd',
      '{"$schema": "chronicle-ack/v1", "finding": "abcd"}',
      '{"$schema": "chronicle-ack/v1", "finding": "abcd"}',
    ],
    [
      'lines',
      '{"$schema": "chronicle/v1", "lines": {"start": 1}}\n{"text": "lines"}\n',
      '{"$schema": "chronicle/v1", "lines": {"start": 1}}\n{"text": "[scrubbed]"}\n',
    ],
  ])('%j as a key or an id stays: %s', (text, note, expected) => {
    expect(scrub(text, note)).toMatchObject({ text: expected, damaged: false })
  })

  test.each([
    ['{"source": "hunter2", "name": "hunter2"}', '{"source": "[scrubbed]", "name": "[scrubbed]"}'],
    ['{"$schema": "other/v1", "at": "hunter2"}\n', '{"$schema": "other/v1", "at": "[scrubbed]"}\n'],
    [
      '{"$schema": "chronicle/v1", "at": "hunter2"}\n{"at": "hunter2"}',
      '{"$schema": "chronicle/v1", "at": "hunter2"}\n{"at": "[scrubbed]"}',
    ],
  ])('every string of another tool is text: %s', (note, expected) => {
    const { text, renamed } = scrub('hunter2', note)
    expect([text, renamed]).toEqual([expected, undefined])
  })

  test('a document that is known to be of Chronicle keeps its keys, whether it says so or not', () => {
    const { bytes } = createTextScrubber('author', { isOwn: true })(encode('{"author": {"notes": ["author"]}}'))
    expect(decode(bytes)).toBe('{"author": {"notes": ["[scrubbed]"]}}')
  })

  test('the name of a place that changes is told', () => {
    const note = '{"$schema": "chronicle/v1", "file": "src/intent.ts", "intent": "x"}'
    expect(scrub('intent', note)).toEqual({
      ...{
        text: '{"$schema": "chronicle/v1", "file": "src/[scrubbed].ts", "intent": "x"}',
        occurrences: 1,
        damaged: false,
        renamed: true,
      },
    })
  })

  test('a text outside of strings goes too, and the note is said to be damaged', () => {
    expect(scrub('12345', '{"port": 12345}')).toEqual({ text: '{"port": [scrubbed]}', occurrences: 1, damaged: true })
  })
})
