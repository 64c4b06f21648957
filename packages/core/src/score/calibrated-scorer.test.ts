import type { Annotation, Region } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { scorerLaws } from '@chronicle/testing'
import { SCORER_INPUT } from '../../test/scorer-input.ts'
import type { RegionFacts } from '../contracts/scorer.ts'
import { CALIBRATED_COEFFICIENTS } from './calibrated-model.ts'
import { calibratedScorer } from './calibrated-scorer.ts'

const { annotation } = SCORER_INPUT
const region: Region = { ...SCORER_INPUT.region, constraints: [{ text: 'Never twice.', source: 'author' }] }
const facts: RegionFacts = { ...SCORER_INPUT, region, survival: 1 }
const score = (changed: Partial<RegionFacts>): number => calibratedScorer().score({ ...facts, ...changed }).confidence

describe('the calibrated scorer', () => {
  it('is nearly certain of a statement about code that nobody has changed, however old', () => {
    const decade = 3652 * 86_400_000
    expect(score({})).toBeGreaterThan(0.95)
    expect(score({ headAt: decade })).toBe(score({}))
  })

  it('believes less, the more of the lines were changed and the less of the anchor is left', () => {
    const falling = [
      score({ survival: 0.99 }),
      score({ survival: 0.5 }),
      score({ survival: 0 }),
      score({ survival: 0, anchorMatch: 'signature_changed' }),
      score({ survival: 0, anchorMatch: 'gone' }),
    ]
    expect(new Set(falling).size).toBe(5)
    expect(falling).toEqual([...falling].sort((a, b) => b - a))
  })

  it('expects work that is to be done to be done sooner than a rule to be lifted', () => {
    const task: Region = { ...region, constraints: [], risk_notes: 'TODO: handle the empty list' }
    const risk: Region = { ...region, constraints: [], risk_notes: 'Breaks on an empty list' }
    expect(score({ region: task })).toBeLessThan(score({ region: risk }))
    expect(calibratedScorer().score({ ...facts, region: task }).factors['claim']).toBe('task')
  })

  it.each([
    ['stated', {}, 1],
    ['stated, with inferred constraints', { constraints: [{ text: 'x', source: 'inferred' }] }, 0.9],
    [
      'stated, with an inferred constraint among others',
      {
        constraints: [
          { text: 'x', source: 'inferred' },
          { text: 'y', source: 'author' },
        ],
      },
      1,
    ],
    ['inferred', { context_level: 'inferred' }, 0.8],
  ] as const)('trusts what is %s as far as its source', (_, changed, trust) => {
    const { scores, confidence } = calibratedScorer().score({ ...facts, region: { ...region, ...changed } })
    expect(scores['source']).toBe(trust)
    expect(confidence).toBeCloseTo(trust * score({}), 12)
  })

  it('trusts a statement without constraints as stated, and says the level and age it went by', () => {
    const stated: Region = { ...region, constraints: [], context_level: 'enhanced' }
    const inferring: Annotation = { ...annotation, context_level: 'inferred' }
    const { factors, scores } = calibratedScorer().score({ ...facts, region: stated, annotation: inferring })
    expect(scores['source']).toBe(1)
    expect(factors).toMatchObject({ context_level: 'enhanced', recency: '0 days old', claim: 'intent' })
    expect(calibratedScorer().score({ ...facts, annotation: inferring }).factors).toMatchObject({
      context_level: 'inferred',
    })
  })

  it('is the product of its scores, as documented', () => {
    const { confidence, scores } = calibratedScorer().score({ ...facts, survival: 0.4, anchorMatch: 'gone' })
    const { intercept, constraint, rejected_alternative, risk, task, intent } = CALIBRATED_COEFFICIENTS
    const surest = Math.exp(intercept + Math.max(constraint, rejected_alternative, risk, task, intent))
    const { intact_share = 0, anchor_match = 0, claim = 0, source = 0 } = scores
    const odds = surest * intact_share * anchor_match * claim
    expect(confidence).toBeCloseTo((source * odds) / (1 + odds), 12)
  })

  it('gives a region whose lines were not compared less than an untouched one', () => {
    const { survival: _, ...unknown } = facts
    const { confidence } = calibratedScorer().score(unknown)
    expect(confidence).toBeLessThan(score({ survival: 1 }))
    expect(confidence).toBeGreaterThan(score({ survival: 0 }))
  })

  it('takes other coefficients, but none by which a change would make a region surer', () => {
    const odd = calibratedScorer({ coefficients: { lines_changed: 5, intercept: 0 } })
    const at = (survival: number): number => odd.score({ ...facts, survival }).confidence
    expect(at(0.2)).toBe(at(0.8))
    expect(at(1)).toBeCloseTo(0.5, 12)
  })
})

scorerLaws(calibratedScorer())
