import { expect, test } from 'vitest'
import { leadingName } from './leading-name.ts'

test.each([
  ['rate: must match the table', 'rate'],
  ['Rate: must match the table', 'Rate'],
  ['rate must match the table', 'rate'],
  ['set must be sorted', 'set'],
  ['taxRate is never negative', 'taxRate'],
  ['TaxRate is never negative', 'TaxRate'],
])('the rule "%s" begins with the name %s', (text, name) => {
  expect(leadingName(text)).toBe(name)
})

test.each([
  'Rate must match the table',
  'The rate must match the table',
  'set the limit first',
  'Set must be sorted',
  'rate each call',
  'Pool::open must be first',
  'it must be fast',
  'values are never cached',
  'main: must be protected on the server',
  '',
])('the rule "%s" begins with none', (text) => {
  expect(leadingName(text)).toBeUndefined()
})
