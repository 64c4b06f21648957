import type { ReadRegion } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { regionOf, stepNames } from '../../test/read-fixture.ts'
import { NEWEST_COMMITS_FIRST } from './newest-commits-first.ts'
import { coreLength, cutFields, cutName, cutsOf, FIELD_CUTS } from './region-fields.ts'
import { textLength } from './text-length.ts'

const bare = regionOf({ constraints: [{ text: 'Must.', source: 'author' }] })
/** Returns the first steps that are taken from the regions. */
const stepsOf = (...regions: readonly ReadRegion[]): readonly string[] => stepNames(NEWEST_COMMITS_FIRST, regions)
const newer = (region: Partial<ReadRegion>): ReadRegion => ({ ...bare, timestamp: '2025-02-01T00:00:00Z', ...region })
const older = (region: Partial<ReadRegion>): ReadRegion => ({ ...bare, ...region })

describe('a text of more than 2,000 characters', () => {
  it('goes before any region when it is a field', () => {
    expect(stepsOf(newer({}), older({ reasoning: 'x'.repeat(2000) }))).toEqual(['0', '1 reasoning'])
    expect(stepsOf(newer({}), older({ reasoning: 'x'.repeat(2001) }))).toEqual(['1 reasoning', '0'])
  })

  it('goes down to its first sentence, and the sentence only when that is as long', () => {
    const rest = `It is so. ${'x'.repeat(1991)}`
    expect(stepsOf(newer({}), older({ risk_notes: rest }))).toEqual([
      '1 risk_notes (after its first sentence)',
      '0',
      '1 risk_notes',
    ])
    const both = `${'x'.repeat(2001)}. ${'y'.repeat(2001)}`
    expect(stepsOf(newer({}), older({ risk_notes: both }))).toEqual([
      '1 risk_notes (after its first sentence)',
      '1 risk_notes',
      '0',
    ])
  })

  it('is measured over all texts of a list', () => {
    const tags = (length: number): readonly string[] => ['x'.repeat(1000), 'y'.repeat(length - 1000)]
    expect(stepsOf(newer({}), older({ tags: tags(2000) })).at(0)).toBe('0')
    expect(stepsOf(newer({}), older({ tags: tags(2001) })).at(0)).toBe('1 tags')
  })

  it('takes its region first when it is the intent with the constraints', () => {
    const long = (length: number): ReadRegion => older({ intent: 'x'.repeat(length - 'Must.'.length) })
    expect(stepsOf(newer({}), long(2000))).toEqual(['0'])
    expect(stepsOf(newer({}), long(2001))).toEqual(['1'])
    expect(coreLength(long(2001))).toBe(2001)
  })

  it('is taken once, and others of its region and field as usual', () => {
    const long = 'x'.repeat(2001)
    expect(stepsOf(newer({ reasoning: long }), older({ reasoning: 'One.', tags: ['t'] }))).toEqual([
      '0 reasoning',
      '0',
      '1 reasoning',
      '1 tags',
    ])
    expect(stepsOf(newer({}), older({ reasoning: 'One.', tags: [long] }))).toEqual(['1 tags', '0', '1 reasoning'])
    const rest = `It is so. ${long}`
    expect(stepsOf(newer({}), older({ reasoning: rest, tags: ['t'] }))).toEqual([
      '1 reasoning (after its first sentence)',
      '0',
      '1 reasoning',
      '1 tags',
    ])
    expect(stepsOf()).toEqual([])
  })

  it('goes before one of less than half its length, whichever is newer', () => {
    const one = (length: number): ReadRegion => older({ task: 'x'.repeat(length) })
    const other = newer({ task: 'x'.repeat(2001) })
    expect(stepsOf(other, one(4000)).slice(0, 2)).toEqual(['0 task', '1 task'])
    expect(stepsOf(other, one(4001)).slice(0, 2)).toEqual(['1 task', '0 task'])
  })
})

describe('what a region can do without', () => {
  const all: ReadRegion = {
    ...bare,
    related: [{ commit: 'b'.repeat(40), anchor: 'a', relationship: 'r', hop: 1 }],
    evidence: [{ kind: 'commit_message', quote: 'q' }],
    rejected_alternatives: [{ approach: 'a', reason: 'r' }],
    reasoning: 'One. Two.',
    risk_notes: 'One. Two.',
    tags: ['t'],
    task: 'T-1',
    summary: 's',
    drifted_by: ['c'.repeat(40)],
    ast_anchor: { type: 'function', name: 'f', signature: 'f()' },
    semantic_dependencies: [{ file: 'b.ts', anchor: 'g', nature: 'n' }],
    corrections: [{ field: 'intent', correction_type: 'flag', reason: 'r' }],
  }

  it('is all but its intent, its constraints, and where it is', () => {
    expect(cutsOf(all)).toEqual(FIELD_CUTS)
    expect(cutFields(all, FIELD_CUTS)).toEqual({ ...bare, ast_anchor: { type: 'function', name: 'f' } })
    expect(cutFields(bare, FIELD_CUTS)).toEqual(bare)
  })

  it('is nothing where nothing is said', () => {
    expect(cutsOf(bare)).toEqual([])
    expect(cutsOf({ ...bare, reasoning: '', tags: [], evidence: [] })).toEqual([])
  })

  it('of one sentence goes at once, of several by the first', () => {
    expect(cutsOf({ ...bare, reasoning: 'One.' }).map(cutName)).toEqual(['reasoning'])
    expect(cutsOf({ ...bare, reasoning: 'One. Two.' }).map(cutName)).toEqual([
      'reasoning (after its first sentence)',
      'reasoning',
    ])
    expect(cutFields(all, [{ field: 'reasoning', to: 'first_sentence' }]).reasoning).toBe('One.')
  })
})

it.each([
  [undefined, 0],
  [null, 0],
  ['four', 4],
  [7, 0],
  [['ab', { deep: ['c', null, undefined, { deeper: 'd' }] }, 'e'], 5],
])('the text in %j has %d characters', (value, length) => {
  expect(textLength(value)).toBe(length)
})
