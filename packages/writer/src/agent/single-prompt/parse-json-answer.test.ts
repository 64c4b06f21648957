import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJsonAnswer } from './parse-json-answer.ts'

describe('parseJsonAnswer', () => {
  it.each<[string, string, unknown]>([
    ['alone', '{"a": [1]}', { a: [1] }],
    ['in a fence', '```json\n{"a": "}"}\n```', { a: '}' }],
    ['between sentences', 'Here {as asked} it is: {"a": {"b": "[\\"{"}}. Is it {fine}?', { a: { b: '["{' } }],
    ['after brackets that are no JSON', 'Lines [4, 8) and [x]: {"a": 1}', { a: 1 }],
    ['with raw line breaks in its texts', '{"a": "one\ntwo\tthree"}', { a: 'one\ntwo\tthree' }],
    ['with commas too many', '{"a": [1, 2,], }', { a: [1, 2] }],
    ['as a list', 'Sure:\n[{"a": 1}, {"a": 2}]', [{ a: 1 }, { a: 2 }]],
    [
      'as the longest of several',
      'First {"a": 1}, better {"annotations": [{"b": "much longer"}]}',
      { annotations: [{ b: 'much longer' }] },
    ],
  ])('finds JSON %s', (_, text, value) => {
    expect(parseJsonAnswer(text)).toEqual({ value, truncated: false })
  })

  it.each<[string, string, unknown]>([
    [
      'in the middle of an entry',
      '{"annotations": [{"a": {"b": 1}}, {"a": {"b": 2}, "c',
      { annotations: [{ a: { b: 1 } }] },
    ],
    ['in a text', '```json\n{"annotations": [{"a": "x"}], "summary": "It', { annotations: [{ a: 'x' }] }],
    ['in a list', '[{"a": 1}, {"a"', [{ a: 1 }]],
  ])('keeps what was complete where it breaks off %s', (_, text, value) => {
    expect(parseJsonAnswer(text)).toEqual({ value, truncated: true })
  })

  it.each(['', 'No.', '{', 'a } b ] c', '{"a": ', '```\n```', '{nonsense}'])('finds none in %j', (text) => {
    expect(parseJsonAnswer(text)).toBeUndefined()
  })

  it('finds any object, however it is dressed', () => {
    const prose = fc.stringMatching(/^[\w .,!()-]{0,40}$/)
    const fence = fc.constantFrom('', '```\n', '```json\n')
    const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { minKeys: 1 })
    fc.assert(
      fc.property(prose, fence, object, prose, (before, open, value, after) => {
        const text = `${before}\n${open}${JSON.stringify(value)}\n${after}`
        expect(parseJsonAnswer(text)).toEqual({ value: JSON.parse(JSON.stringify(value)) as unknown, truncated: false })
      }),
    )
  })

  it('has an answer to any text, and of a cut one takes only what is whole', () => {
    const entry = fc.record({ file: fc.string(), lines: fc.record({ start: fc.nat() }), tags: fc.array(fc.string()) })
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 5 }), fc.double({ min: 0, max: 1, noNaN: true }), (entries, share) => {
        const json = JSON.stringify({ annotations: entries, summary: 'x' })
        const found = parseJsonAnswer(json.slice(0, Math.floor(json.length * share)))
        if (found === undefined) return
        const { annotations } = found.value as { readonly annotations: readonly unknown[] }
        expect(annotations).toEqual(
          (JSON.parse(JSON.stringify(entries)) as readonly unknown[]).slice(0, annotations.length),
        )
      }),
    )
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'{}[]",:\\ a1\n'), maxLength: 200 }),
        (text) => void parseJsonAnswer(text),
      ),
    )
  })
})
