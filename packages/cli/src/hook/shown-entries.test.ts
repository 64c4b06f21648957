import type { LookupOutput } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { answerOf, reasonOf, regionOf } from '../../test/hook-answers.ts'
import { entriesOf, keepEntries } from './shown-entries.ts'

const dependent = {
  from_file: 'b.ts',
  from_anchor: 'g',
  nature: 'is called once',
  commit: 'd'.repeat(40),
  timestamp: '2025-01-01T00:00:00Z',
  context_level: 'enhanced' as const,
  intent: 'Calls it.',
}
const group = { description: 'Change both.', regions: ['a.ts', 'b.ts'], commit: 'd'.repeat(40) }
const heldBy = { title: 'keeps the file', file: 'a.test.ts', line: 4, commit: 'd'.repeat(40) }
const correction = { commit: 'd'.repeat(40), correction_type: 'flag', field: 'intent', reason: 'Not any more.' }

const full = answerOf({
  regions: [regionOf(), regionOf({ commit: 'f'.repeat(40) })],
  from_history: [reasonOf(), reasonOf({ commit: 'f'.repeat(40) })],
  dependents: [dependent, { ...dependent, from_anchor: 'h' }],
  cross_cutting: [group, { ...group, description: 'Change all.' }],
  held_by_tests: [heldBy, { ...heldBy, title: 'closes the file' }],
  open_corrections: [correction, { ...correction, field: 'constraints' }],
  stats: {
    regions: 2,
    dependents: 2,
    history_steps: 0,
    open_corrections: 2,
    history: { commits: 9, speaking: 2, unseen: 3 },
  },
})

const only = (part: Partial<LookupOutput>) => {
  const [entry, ...more] = entriesOf(answerOf(part))
  expect(more).toEqual([])
  return { id: entry?.id, key: entry?.key }
}

describe('an entry of an answer', () => {
  it('is told from every other', () => {
    const entries = entriesOf(full)
    expect(entries).toHaveLength(12)
    expect(new Set(entries.map(({ id }) => id)).size).toBe(12)
    expect(new Set(entries.map(({ key }) => key)).size).toBe(12)
  })

  it.each([
    ['commit', { commit: 'e'.repeat(40) }],
    ['file', { file: 'b.ts' }],
    ['unit', { ast_anchor: { type: 'function', name: 'g' } }],
    ['place in the file', { lines: { start: 3, end: 4 } }],
  ])('that is a region is another one with another %s', (_, changed) => {
    expect(only({ regions: [regionOf(changed)] }).id).not.toBe(only({ regions: [regionOf()] }).id)
  })

  it.each([
    ['intent', { intent: 'Other.' }],
    ['constraints', { constraints: [{ text: 'Twice is fine.', source: 'author' as const }] }],
    ['reasoning', { reasoning: 'So.' }],
    ['risk', { risk_notes: 'May wrap.' }],
    ['corrections', { corrections: [{ field: 'intent', correction_type: 'flag', reason: 'No.' }] }],
  ])('that is a region is told anew when its %s changed', (_, changed) => {
    const [was, is] = [only({ regions: [regionOf()] }), only({ regions: [regionOf(changed)] })]
    expect(is.id).toBe(was.id)
    expect(is.key).not.toBe(was.key)
  })

  it('is the same however sure the answer is of it, and whatever else it shows', () => {
    const later = regionOf({
      confidence: 0.2,
      survival: 0.4,
      freshness: 'drifted',
      current_lines: { start: 9, end: 12 },
    })
    expect(only({ regions: [later] })).toEqual(only({ regions: [regionOf({ corrections: [] })] }))
    const shorter = reasonOf({ passages: [], files_changed: 3 })
    expect(only({ from_history: [shorter] })).toEqual(only({ from_history: [reasonOf()] }))
    expect(only({ dependents: [{ ...dependent, confidence: 0.1 }] })).toEqual(only({ dependents: [dependent] }))
    expect(only({ held_by_tests: [{ ...heldBy, line: 90 }] })).toEqual(only({ held_by_tests: [heldBy] }))
    expect(only({ cross_cutting: [{ ...group, regions: [] }] })).toEqual(only({ cross_cutting: [group] }))
  })

  it('that assumes or corrects something is told anew when that is put otherwise', () => {
    const assumed = [dependent, { ...dependent, nature: 'is called twice' }].map((one) => only({ dependents: [one] }))
    const corrected = [
      correction,
      { ...correction, reason: 'Other.' },
      { ...correction, target_value: 'x' },
      { ...correction, superseded_by: 'e'.repeat(40) },
    ].map((one) => only({ open_corrections: [one] }))
    for (const entries of [assumed, corrected]) {
      expect(new Set(entries.map(({ id }) => id)).size).toBe(1)
      expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)
    }
  })
})

describe('the answer with some of its entries', () => {
  it('is the answer when all are kept', () => {
    expect(keepEntries(full, () => true)).toEqual(full)
  })

  it('is none when none is left', () => {
    expect(keepEntries(full, () => false)).toBeUndefined()
    expect(keepEntries(answerOf(), () => true)).toBeUndefined()
  })

  const LISTS = ['regions', 'from_history', 'dependents', 'cross_cutting', 'held_by_tests', 'open_corrections'] as const

  it.each(LISTS)('has of each list what is kept, and counts it: %s', (list) => {
    const [first] = entriesOf(answerOf({ [list]: full[list] }))
    const kept = keepEntries(full, ({ key }) => key === first?.key)
    const lengths = LISTS.map((each) => kept?.[each]?.length ?? 0)
    expect(lengths).toEqual(LISTS.map((each) => (each === list ? 1 : 0)))
    expect(kept?.[list]).toEqual(full[list]?.slice(0, 1))
    expect(kept?.stats).toEqual({
      regions: list === 'regions' ? 1 : 0,
      dependents: list === 'dependents' ? 1 : 0,
      history_steps: 0,
      open_corrections: list === 'open_corrections' ? 1 : 0,
      history: { commits: 9, speaking: list === 'from_history' ? 1 : 0, unseen: 3 },
    })
    for (const absent of ['from_history', 'held_by_tests'] as const)
      if (absent !== list) expect(kept).not.toHaveProperty(absent)
  })

  it('says nothing of a history that was not asked', () => {
    const { stats: _, ...rest } = full
    const notes = answerOf({ ...rest, stats: { regions: 2, dependents: 2, history_steps: 0, open_corrections: 2 } })
    expect(keepEntries(notes, () => true)?.stats).not.toHaveProperty('history')
  })
})
