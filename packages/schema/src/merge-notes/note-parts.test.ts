import { describe, expect, it } from 'vitest'
import type { CommitId } from '../ids.ts'
import { hasKnownLists, mergeKnowledge } from './merge-knowledge.ts'
import { mergeNotes } from './merge-notes.ts'
import { splitNote } from './note-parts.ts'

const commit = 'c'.repeat(40) as CommitId
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const merge = (a: Uint8Array, b: Uint8Array): string => Buffer.from(mergeNotes(a, b, { commit })).toString('latin1')

it.each<[string, readonly string[], readonly string[]]>([
  ['', [], []],
  ['\n\n', [], []],
  ['a\n\nb', [], ['a', 'b']],
  ['{"a":1}', ['{"a":1}'], []],
  ['{"a":1}\n', ['{"a":1}'], []],
  [' \t\uFEFF{"a":1} \0\r\n', ['{"a":1}'], []],
  ['{"a":1}{"b":2}', ['{"a":1}', '{"b":2}'], []],
  ['{"a":1} \t{"b":2}\nc', ['{"a":1}', '{"b":2}'], ['c']],
  ['{"a":\n1}\nb\n{"c":3}', ['{"a":\n1}', '{"c":3}'], ['b']],
  ['{"a":1} b', [], ['{"a":1} b']],
  ['{"a":1} b {"c":3}', [], ['{"a":1} b {"c":3}']],
  ['a {"b":1}', [], ['a {"b":1}']],
  ['{a}', [], ['{a}']],
  ['{"a":1', [], ['{"a":1']],
  ['{"a":\n{"b":2}', ['{"b":2}'], ['{"a":']],
  ['{"a":"x\ty"}', ['{"a":"x\ty"}'], []],
  [`{"a":${'['.repeat(200)}${']'.repeat(200)}}`, [], [`{"a":${'['.repeat(200)}${']'.repeat(200)}}`]],
])('%j is taken apart', (text, documents, lines) => {
  const parts = splitNote(text)
  expect(parts.documents.map((each) => each.text)).toEqual(documents)
  expect(parts.lines).toEqual(lines)
})

it('documents that say the same have the same key', () => {
  const [one, two] = splitNote('{"a":1,"b":[2]}\n{\n "b": [2],\n "a": 1\n}').documents
  expect(one?.key).toBe(two?.key)
  expect(one?.key).toBe('{"a":1,"b":[2]}')
})

describe('knowledge of a repository merged', () => {
  it('has entries by their ids, equal ones once, and what else there is', () => {
    const merged = mergeKnowledge([
      { $schema: 'k', timestamp: '2025', conventions: [{ id: 'b' }, { rule: 'no id' }, { id: 7 }], x: 1 },
      {
        $schema: 'k',
        timestamp: '2026',
        conventions: [{ id: 'a', rule: 'z' }, { id: 'b' }, 'text'],
        boundaries: [],
        x: 2,
      },
    ])
    expect(JSON.stringify(merged)).toBe(
      '{"$schema":"k","timestamp":"2026","conventions":["text",{"id":7},{"rule":"no id"},{"id":"a","rule":"z"},{"id":"b"}],' +
        '"boundaries":[],"x":{"merged_values":[1,2]}}',
    )
    expect(mergeKnowledge([{ schema: 'k' }])).toEqual({ schema: 'k' })
  })

  it('has entries of one id in the order of what they say', () => {
    const [one, two] = [
      { id: 'a', rule: 'y' },
      { id: 'a', rule: 'x' },
    ]
    expect(mergeKnowledge([{ conventions: [one] }, { conventions: [two] }])).toEqual({ conventions: [two, one] })
    expect(mergeKnowledge([{ anti_patterns: [two] }, { anti_patterns: [one] }])).toEqual({ anti_patterns: [two, one] })
  })

  it.each([
    [{}, true],
    [{ conventions: [], boundaries: [], anti_patterns: [] }, true],
    [{ conventions: {} }, false],
    [{ boundaries: 'x' }, false],
    [{ anti_patterns: null }, false],
  ])('needs lists: %j', (document, expected) => {
    expect(hasKnownLists(document)).toBe(expected)
  })
})

describe('notes merged', () => {
  const knowledge = (conventions: unknown): string => JSON.stringify({ $schema: 'chronicle/knowledge-v1', conventions })

  it('keep knowledge that has no lists as it is, beside the rest', () => {
    const [odd, one, two] = [knowledge('odd'), knowledge([{ id: 'a' }]), knowledge([{ id: 'b' }])]
    expect(merge(bytes(`${odd}\n`), bytes(`${one}\n`))).toBe(
      [odd, one]
        .sort()
        .map((each) => `${each}\n`)
        .join(''),
    )
    const joined = '{"$schema":"chronicle/knowledge-v1","conventions":[{"id":"a"},{"id":"b"}]}'
    expect(merge(bytes(`${odd}\n${one}`), bytes(two))).toBe(`${odd}\n${joined}\n`)
  })

  it('take the lesser of two layouts', () => {
    const [short, long] = ['{"author":"a"}', '{ "author": "a" }']
    expect(merge(bytes(short), bytes(long))).toBe(`${long}\n`)
    expect(merge(bytes(long), bytes(short))).toBe(`${long}\n`)
  })

  it('have lines first, then what other tools wrote, then knowledge, then annotations', () => {
    const annotation = '{"$schema":"chronicle/v1","regions":[]}'
    const foreign = '{"zoo":1}'
    const merged = merge(bytes(`${annotation}\nline`), bytes(`${knowledge([])}\n${foreign}\n`))
    expect(merged).toBe(`line\n${foreign}\n${knowledge([])}\n${annotation}\n`)
  })

  it('know a document by schema as by $schema, wherever it is published', () => {
    for (const schema of ['chronicle/v1', 'ultragit/v1', 'https://example.org/chronicle/v1']) {
      const one = JSON.stringify({ schema, regions: [{ intent: 'a' }] })
      const two = JSON.stringify({ schema, regions: [{ intent: 'b' }] })
      expect(merge(bytes(one), bytes(two)).split('\n')).toHaveLength(2)
    }
    for (const schema of ['chronicle/v4', 'xchronicle/v1', 'chronicle/v1x', 7]) {
      const one = JSON.stringify({ schema, regions: [{ intent: 'a' }] })
      const two = JSON.stringify({ schema, regions: [{ intent: 'b' }] })
      expect(merge(bytes(one), bytes(two))).toBe(`${one}\n${two}\n`)
    }
  })

  it('are the note itself where both are equal, whatever it is', () => {
    expect(merge(bytes('b\na'), bytes('b\na'))).toBe('b\na')
    expect(merge(bytes('ab'), bytes('ac'))).toBe('ab\nac\n')
  })

  it.each<[string, string, string, string]>([
    ['both, in a fixed order, with a line between them', '\xffb', '{\xffa', '{\xffa\n\xffb'],
    ['with no more than one line between them', '\xffb', '{\xffa\n', '{\xffa\n\xffb'],
    ['the one that has the other in it', '\xffb{', 'x\n{\xffb{y', 'x\n{\xffb{y'],
    ['the other way round', '{\xff\xffc', '{\xff', '{\xff\xffc'],
    ['lines, where none begins a document', 'b\xff', 'a\xff\nx{', 'a\xff\nb\xff\nx{\n'],
    ['a document at the beginning of a line', 'b\xff', 'a\xff\n{', 'a\xff\n{\nb\xff'],
  ])('of bytes that are no text are %s', (_name, a, b, expected) => {
    const [one, two] = [Buffer.from(a, 'latin1'), Buffer.from(b, 'latin1')]
    expect(merge(one, two)).toBe(expected)
    expect(merge(two, one)).toBe(expected)
  })

  it('are bytes where one is too large to be read', () => {
    const large = new Uint8Array(32 * 1024 * 1024 + 1).fill(0x7a)
    large[0] = 0x7b
    const merged = mergeNotes(large, bytes('a'), { commit })
    expect([merged.length, merged[0], merged[1]]).toEqual([large.length + 2, 0x61, 0x0a])
    expect(Buffer.compare(mergeNotes(bytes('a'), large, { commit }), merged)).toBe(0)
  })
})
