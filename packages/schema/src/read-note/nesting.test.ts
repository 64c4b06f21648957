import { expect, it } from 'vitest'
import { isTooDeep, stringEnd } from './nesting.ts'
import { objectEnd, splitDocuments } from './split-documents.ts'

it.each([
  ['200 lists', `${'['.repeat(200)}${']'.repeat(200)}`, false],
  ['201 lists', `${'['.repeat(201)}${']'.repeat(201)}`, true],
  ['201 objects', '{"a":'.repeat(201), true],
  ['201 of either', '[{"a":'.repeat(101), true],
  ['many one after the other', '[]'.repeat(500), false],
  ['many objects one after the other', '{}'.repeat(500), false],
  ['brackets in a string', `"${'['.repeat(500)}"`, false],
  ['brackets after a string', `"\\\\"${'['.repeat(201)}`, true],
  ['brackets in a string that has a quote', `"\\"${'['.repeat(500)}"`, false],
  ['more ends than beginnings', `${']'.repeat(300)}${'['.repeat(200)}`, false],
  ['and too many beginnings after them', `${'}'.repeat(300)}${'['.repeat(201)}`, true],
])('%s', (_name, text, expected) => {
  expect(isTooDeep(text)).toBe(expected)
})

it.each([
  ['"a" b', 0, 2],
  ['x "a" b', 2, 4],
  ['"a\\"b"', 0, 5],
  ['"a\\\\"b"', 0, 4],
  ['"a\\\\\\"b"', 0, 7],
  ['""', 0, 1],
  ['"a', 0, 2],
  ['"a\\"', 0, 4],
])('the string in %s from %i ends at %i', (text, start, end) => {
  expect(stringEnd(text, start)).toBe(end)
})

it.each([
  ['{}', 0, 2],
  ['{"a":[1,{"b":2}]} x', 0, 17],
  ['{"a":"}"}', 0, 9],
  ['x {}', 2, 4],
  ['{"a":[1}', 0, -1],
  ['{', 0, -1],
  ['{"a', 0, -1],
])('the object in %s from %i ends at %i', (text, start, end) => {
  expect(objectEnd(text, start)).toBe(end)
})

it.each<[string, string, readonly string[], boolean]>([
  ['one document', '{"a":1}', ['{"a":1}'], false],
  ['blanks around it', ' \n\uFEFF{"a":1}\0\r\n', ['{"a":1}'], false],
  ['several', '{"a":1}{"b":2}\n{"c":3}', ['{"a":1}', '{"b":2}', '{"c":3}'], false],
  ['words before it', 'x {"a":1}', ['{"a":1}'], true],
  ['words after it', '{"a":1} x', ['{"a":1}'], true],
  ['words between them', '{"a":1} x {"b":2}', ['{"a":1}', '{"b":2}'], true],
  ['no document', 'x', [], true],
  ['nothing', '', [], false],
  ['one that does not end', '{"a":[1\n{"b":2}', ['{"b":2}'], true],
  ['one that does not end, and no line that begins with one', '{"a":[1 {"b":2}', [], true],
  ['one that does not end after one that does', '{"a":1} {"b":[1', ['{"a":1}'], true],
  ['16 that do not end', `${'{[\n'.repeat(16)}{"b":2}`, ['{"b":2}'], true],
  ['17 that do not end', `${'{[\n'.repeat(17)}{"b":2}`, [], true],
])('a note holds %s', (_name, text, documents, leftovers) => {
  expect(splitDocuments(text)).toEqual({ documents, leftovers })
})

it('a note holds a thousand documents at most', () => {
  expect(splitDocuments('{}'.repeat(1000)).documents).toHaveLength(1000)
  expect(splitDocuments('{}'.repeat(1001))).toEqual({
    documents: Array.from({ length: 1000 }, () => '{}'),
    leftovers: true,
  })
})
