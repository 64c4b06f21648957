import { expect, it } from 'vitest'
import type { CommitId } from './ids.ts'
import { readNoteFacts, tagKey, type NoteFacts } from './note-facts.ts'
import { parseStrictAnnotation } from './plain-annotation.ts'

const commit = 'c'.repeat(40) as CommitId
const bytes = (document: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(document))
const none: NoteFacts = { paths: [], commitWide: false, targets: [], groupFiles: [], tags: [] }

const region = {
  file: 'a.ts',
  intent: 'i',
  tags: ['TLS', 'tls'],
  semantic_dependencies: [{ file: 'b.ts', anchor: 'f' }, { file: 'b.ts' }],
  held_by_tests: [{ title: 't', file: 'a.test.ts' }],
}
const concern = { description: 'd', regions: ['c.ts:f', 'c.ts:g', 'd.ts'] }
const plain = { $schema: 'chronicle/v1', regions: [region], cross_cutting: [concern] }

it('the facts of a note are what it speaks of, each once', () => {
  expect(readNoteFacts(commit, [bytes(plain), bytes(plain)])).toEqual({
    paths: ['a.ts', 'a.test.ts'],
    commitWide: false,
    targets: [
      ['b.ts', 'f'],
      ['b.ts', ''],
    ],
    groupFiles: ['c.ts', 'd.ts'],
    tags: ['tls'],
  })
})

it('targets are told apart by file and anchor', () => {
  const dependencies = [
    { file: 'ab', anchor: 'c' },
    { file: 'a', anchor: 'bc' },
    { file: '1 a', anchor: '' },
  ]
  const document = { ...plain, regions: [{ file: 'a', intent: 'i', semantic_dependencies: dependencies }] }
  expect(readNoteFacts(commit, [bytes(document)]).targets).toHaveLength(3)
})

it.each<[string, readonly Uint8Array[], Partial<NoteFacts>]>([
  ['no note', [], {}],
  ['a note without regions', [bytes({ $schema: 'chronicle/v1' })], {}],
  [
    'a note that speaks of its commit',
    [bytes({ $schema: 'chronicle/v1', regions: [{ intent: 'i' }] })],
    { commitWide: true },
  ],
  ['a note that cannot be read', [new TextEncoder().encode('{')], { commitWide: true }],
  [
    'an older note',
    [bytes({ $schema: 'chronicle/v3', wisdom: [{ content: 'c', file: 'w.ts' }] })],
    { paths: ['w.ts'] },
  ],
])('the facts of %s', (_name, notes, facts) => {
  expect(readNoteFacts(commit, notes)).toEqual({ ...none, ...facts })
})

it('tags differ by more than case', () => {
  expect([tagKey('TLS'), tagKey('tls'), tagKey('tl')]).toEqual(['tls', 'tls', 'tl'])
})

it.each<[string, object]>([
  ['all it may have', {}],
  ['no regions', { regions: undefined }],
  ['no concerns', { cross_cutting: undefined }],
  ['a region of the commit', { regions: [{ intent: 'i' }] }],
])('a note with %s is plain', (_name, change) => {
  const document = JSON.parse(JSON.stringify({ ...plain, ...change })) as unknown
  expect(parseStrictAnnotation(commit, bytes(document))).toEqual(document)
})

it.each<[string, unknown]>([
  ['another schema', { ...plain, $schema: 'chronicle/v2' }],
  ['a list', [plain]],
  ['regions that are none', { ...plain, regions: region }],
  ['a region that is none', { ...plain, regions: ['a'] }],
  ['no intent', { ...plain, regions: [{ ...region, intent: undefined }] }],
  ['an empty intent', { ...plain, regions: [{ ...region, intent: '' }] }],
  ['a path to be normalised', { ...plain, regions: [{ ...region, file: './a.ts' }] }],
  ['a path of nothing', { ...plain, regions: [{ ...region, file: '' }] }],
  ['a path that is none', { ...plain, regions: [{ ...region, file: 7 }] }],
  ['a dependency as text', { ...plain, regions: [{ ...region, semantic_dependencies: ['b.ts'] }] }],
  ['a dependency without a file', { ...plain, regions: [{ ...region, semantic_dependencies: [{ anchor: 'f' }] }] }],
  [
    'an anchor that is no text',
    { ...plain, regions: [{ ...region, semantic_dependencies: [{ file: 'b', anchor: 7 }] }] },
  ],
  ['a test as text', { ...plain, regions: [{ ...region, held_by_tests: ['t'] }] }],
  ['a test without a title', { ...plain, regions: [{ ...region, held_by_tests: [{ file: 'a' }] }] }],
  ['a test without a file', { ...plain, regions: [{ ...region, held_by_tests: [{ title: 't' }] }] }],
  ['tags as text', { ...plain, regions: [{ ...region, tags: 'one' }] }],
  ['an empty tag', { ...plain, regions: [{ ...region, tags: [''] }] }],
  ['concerns that are none', { ...plain, cross_cutting: concern }],
  ['a concern as text', { ...plain, cross_cutting: ['c'] }],
  ['a concern without words', { ...plain, cross_cutting: [{ regions: ['a'] }] }],
  ['a concern without places', { ...plain, cross_cutting: [{ description: 'd' }] }],
  ['a place that is no text', { ...plain, cross_cutting: [{ description: 'd', regions: [{ file: 'c' }] }] }],
  ['a character that may stand for bad bytes', { ...plain, x: '\uFFFD' }],
  ['JSON that is nested too deep', { ...plain, x: JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) as unknown }],
])('a note with %s is not plain', (_name, document) => {
  expect(parseStrictAnnotation(commit, bytes(document))).toBeUndefined()
})

it('a note is plain up to a million bytes and ten thousand regions', () => {
  const empty = bytes({ ...plain, x: '' }).length
  const ofSize = (size: number): Uint8Array => bytes({ ...plain, x: 'x'.repeat(size - empty) })
  expect(parseStrictAnnotation(commit, ofSize(1_000_000))).toBeDefined()
  expect(parseStrictAnnotation(commit, ofSize(1_000_001))).toBeUndefined()
  const withRegions = (count: number): Uint8Array =>
    bytes({ ...plain, regions: Array.from({ length: count }, () => ({ intent: 'i' })) })
  expect(parseStrictAnnotation(commit, withRegions(10_000))).toBeDefined()
  expect(parseStrictAnnotation(commit, withRegions(10_001))).toBeUndefined()
})

it('bytes that are no JSON are not plain', () => {
  expect(parseStrictAnnotation(commit, new TextEncoder().encode('{'))).toBeUndefined()
})
