import type { ReadRegion } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { regionOf, stepNames } from '../../test/read-fixture.ts'
import { LOWEST_VALUE_FIRST, lowestValueFirst } from './lowest-value-first.ts'

const stepsOf = (...regions: readonly ReadRegion[]): readonly string[] => stepNames(LOWEST_VALUE_FIRST, regions)
const text = (length: number): string => 'x'.repeat(length)
const older = (more: Partial<ReadRegion>): ReadRegion => regionOf({ timestamp: '2024-01-01T00:00:00Z', ...more })

it('is called so', () => {
  expect(lowestValueFirst().name).toBe('lowest_value_first')
})

describe('what is worth least for its length', () => {
  it('leaves the last region, of which only the fields go', () => {
    expect(stepsOf()).toEqual([])
    expect(stepsOf(regionOf())).toEqual([])
    expect(stepsOf(regionOf({ tags: ['a'] }))).toEqual(['0 tags'])
    expect(stepsOf(regionOf({ confidence: 0.5 }), regionOf({ confidence: 0.9 }))).toEqual(['0'])
    expect(stepsOf(regionOf({ confidence: 0.9 }), regionOf({ confidence: 0.5 }))).toEqual(['1'])
  })

  it('of equal worth goes from the newest region on', () => {
    expect(stepsOf(regionOf(), older({}), regionOf({ commit: 'b'.repeat(40) }))).toEqual(['0', '2'])
  })

  it('is a region that says much of little value, its intent with its constraints', () => {
    const rule = (length: number) => [{ text: text(length), source: 'author' as const }]
    // Value 3 each: a longer region has less value per character.
    expect(stepsOf(regionOf({ constraints: rule(100) }), older({ constraints: rule(101) }))).toEqual(['1'])
    expect(stepsOf(regionOf({ constraints: rule(101) }), older({ constraints: rule(100) }))).toEqual(['0'])
    // 1 for 151 characters compared with 3 for 453 or 454.
    const short = regionOf({ intent: 'W' })
    expect(stepsOf(short, older({ intent: text(103), constraints: rule(199) }))).toEqual(['0'])
    expect(stepsOf(short, older({ intent: text(104), constraints: rule(200) }))).toEqual(['1'])
  })

  it('is a field whose share of the region is small for its length', () => {
    // 0.05 of the value each: the longer field is dropped first.
    expect(stepsOf(regionOf({ tags: [text(20)], task: text(21) }))).toEqual(['0 task', '0 tags'])
    expect(stepsOf(regionOf({ tags: [text(21)], task: text(20) }))).toEqual(['0 tags', '0 task'])
    // Equal density: in the order of the fields.
    expect(stepsOf(regionOf({ tags: [text(20)], task: text(20) }))).toEqual(['0 tags', '0 task'])
    // 0.1 for 115 characters compared with 0.05 for 57 or 58.
    expect(stepsOf(regionOf({ summary: text(100), task: text(42) }))).toEqual(['0 summary', '0 task'])
    expect(stepsOf(regionOf({ summary: text(100), task: text(43) }))).toEqual(['0 task', '0 summary'])
  })

  it('is the rest of a text before its first sentence, by the length of each', () => {
    const reasoning = `${text(10)}. ${text(400)}`
    expect(stepsOf(regionOf({ reasoning, tags: [text(60)] }))).toEqual([
      '0 reasoning (after its first sentence)',
      '0 tags',
      '0 reasoning',
    ])
    expect(stepsOf(regionOf({ reasoning, tags: [text(90)] }))).toEqual([
      '0 tags',
      '0 reasoning (after its first sentence)',
      '0 reasoning',
    ])
  })

  it('never is the first sentence before the rest, nor a field after its region', () => {
    const reasoning = `${text(900)}. A.`
    expect(stepsOf(regionOf({ reasoning }))).toEqual(['0 reasoning (after its first sentence)', '0 reasoning'])
    const doubted = regionOf({ corrections: [{ reason: 'r' }] })
    expect(stepsOf(doubted, older({ confidence: 0.99 }))).toEqual(['1', '0 corrections'])
    expect(stepsOf(doubted, older({ confidence: 1, intent: 'W' }))).toEqual(['0 corrections', '0'])
  })
})
