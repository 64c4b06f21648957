import { expect, it } from 'vitest'
import { nearestKey } from './nearest-key.ts'

const known = ['intent', 'reasoning', 'constraints', 'risk_notes', 'rejected_alternatives', 'tags', 'file']

it.each([
  ['intnet', 'intent'],
  ['reasonning', 'reasoning'],
  ['constraint', 'constraints'],
  ['flie', 'file'],
  ['riskNotes', 'risk_notes'],
  ['alternatives', 'rejected_alternatives'],
  ['File', 'file'],
  ['tag', 'tags'],
  ['colour', undefined],
  ['x', undefined],
  ['', undefined],
  ['i'.repeat(10_000), undefined],
])('%s', (key, expected) => {
  expect(nearestKey(key, known)).toBe(expected)
})
