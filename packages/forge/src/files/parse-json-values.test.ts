import { expect, it } from 'vitest'
import { parseJsonValues } from './parse-json-values.ts'

it.each([
  ['one document', '[{"a":1}]', [[{ a: 1 }]]],
  ['pages in a row', '[{"a":"]["}][{"b":"\\"}"}]\n[]', [[{ a: '][' }], [{ b: '"}' }], []]],
  ['lines', '{"a":1}\n{"b":2}\n', [{ a: 1 }, { b: 2 }]],
  ['a mark at the beginning', '\uFEFF{"a":1}', [{ a: 1 }]],
  ['nothing', ' \n', []],
])('reads %s', (_, text, values) => {
  expect(parseJsonValues(text)).toEqual({ values })
})

it('tells where it breaks off', () => {
  expect(parseJsonValues('{"a":1}\n{"b":')).toEqual({ values: [{ a: 1 }], brokenAt: 2 })
  expect(parseJsonValues('<html>')).toEqual({ values: [], brokenAt: 1 })
})
