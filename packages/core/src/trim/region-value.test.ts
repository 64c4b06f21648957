import { describe, expect, it } from 'vitest'
import { regionOf } from '../../test/read-fixture.ts'
import { FIELD_CUTS, cutName } from './region-fields.ts'
import { cutWeight, regionValue } from './region-value.ts'

it('says what each cut gives up of its region, a correction all of it', () => {
  expect(Object.fromEntries(FIELD_CUTS.map((cut) => [cutName(cut), cutWeight(cut)]))).toEqual({
    related: 0.15,
    evidence: 0.15,
    rejected_alternatives: 0.6,
    'reasoning (after its first sentence)': 0.25,
    reasoning: 0.5,
    'risk_notes (after its first sentence)': 0.5,
    risk_notes: 1,
    tags: 0.05,
    task: 0.05,
    summary: 0.1,
    drifted_by: 0.1,
    'ast_anchor.signature': 0.1,
    semantic_dependencies: 0.6,
    corrections: 1,
  })
})

it('counts rules of an author twice those that were inferred', () => {
  const rules = (source: 'author' | 'inferred', count: number) => ({
    constraints: Array.from({ length: count }, (_, i) => ({ text: `Rule ${i}`, source })),
  })
  const values = [1, 3, 4, 5, 8, 9].map((count) => [
    regionValue(regionOf(rules('author', count))),
    regionValue(regionOf(rules('inferred', count))),
  ])
  expect(values).toEqual([
    [3, 2],
    [7, 4],
    [9, 5],
    [9, 6],
    [9, 9],
    [9, 9],
  ])
})

describe('a warning of deprecation', () => {
  it.each([
    ['a tag', { tags: ['deprecated'] }],
    ['the intent', { intent: 'Deprecated since 2.' }],
    ['the summary', { summary: 'Deprecate it' }],
    ['a constraint', { constraints: [{ text: 'Is deprecated.', source: 'author' as const }] }],
  ])('counts 3 in %s', (_, fields) => {
    const constraints = 'constraints' in fields ? 2 : 0
    expect(regionValue(regionOf(fields))).toBe(1 + 3 + constraints)
  })

  it('counts 3 beside the 2 of risk notes', () => {
    expect(regionValue(regionOf({ risk_notes: 'Deprecated.' }))).toBe(1 + 2 + 3)
    expect(regionValue(regionOf({ risk_notes: '' }))).toBe(1)
  })

  it('begins with a word of its own, in the first 2,000 characters', () => {
    expect(regionValue(regionOf({ intent: 'Undeprecated.' }))).toBe(1)
    expect(regionValue(regionOf({ intent: `${'x '.repeat(995)}deprecated` }))).toBe(4)
    expect(regionValue(regionOf({ intent: `${'x '.repeat(1000)}deprecated` }))).toBe(1)
  })
})
