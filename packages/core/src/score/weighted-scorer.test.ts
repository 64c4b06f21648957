import { describe, expect, it } from 'vitest'
import { scorerLaws } from '@chronicle/testing'
import { SCORER_INPUT } from '../../test/scorer-input.ts'
import type { RegionFacts } from '../contracts/scorer.ts'
import { weightedScorer } from './weighted-scorer.ts'

const DAY = 86_400_000
const facts: RegionFacts = SCORER_INPUT
const { annotation, region } = facts

describe('the weighted sum of the specification', () => {
  it.each([
    [0, 1, '0 days old'],
    [1, 0.5 ** (1 / 180), '1 day old'],
    [180, 0.5, '180 days old'],
    [360, 0.25, '360 days old'],
  ])('after %d days recency is %d', (days, recency, words) => {
    const { factors, scores } = weightedScorer().score({ ...facts, headAt: days * DAY + 1000 })
    expect(scores.recency).toBe(recency)
    expect(factors.recency).toBe(words)
  })

  it.each([
    ['exact', 1],
    ['signature_changed', 0.7],
    ['gone', 0.3],
    ['line_overlap', 0.4],
  ] as const)('an anchor that is %s scores %d', (anchorMatch, score) => {
    expect(weightedScorer().score({ ...facts, anchorMatch }).scores.anchor_stability).toBe(score)
  })

  it.each([
    ['initial', 1],
    ['amend', 0.8],
    ['squash', 0.7],
  ] as const)('provenance %s scores %d', (operation, score) => {
    const changed = { ...annotation, provenance: { ...annotation.provenance, operation } }
    expect(weightedScorer().score({ ...facts, annotation: changed }).scores.provenance).toBe(score)
  })

  it('weighs recency 0.4, context level 0.3, anchor stability 0.2, provenance 0.1', () => {
    const squashed = {
      ...annotation,
      context_level: 'inferred' as const,
      provenance: { ...annotation.provenance, operation: 'squash' as const },
    }
    const score = weightedScorer().score({ ...facts, annotation: squashed, headAt: 180 * DAY, anchorMatch: 'gone' })
    expect(score.confidence).toBeCloseTo(0.5 * 0.4 + 0.5 * 0.3 + 0.3 * 0.2 + 0.7 * 0.1, 12)
  })

  it('takes another half-life, weights and tables', () => {
    const scorer = weightedScorer({
      halfLifeDays: 90,
      weights: { recency: 1, context_level: 0, anchor_stability: 0, provenance: 0 },
      anchorStability: { gone: 0.9 },
    })
    const score = scorer.score({ ...facts, headAt: 90 * DAY, anchorMatch: 'gone' })
    expect(score.confidence).toBe(0.5)
    expect(score.scores.anchor_stability).toBe(0.9)
  })

  it('takes weights as shares of their sum, and the default ones for weights of which none is above 0', () => {
    const weights = { recency: 4, context_level: 3, anchor_stability: 2, provenance: 1 }
    const changed: RegionFacts = {
      ...facts,
      region: { ...region, context_level: 'inferred' },
      annotation: { ...annotation, provenance: { ...annotation.provenance, operation: 'squash' } },
      headAt: 90 * DAY,
      anchorMatch: 'gone',
    }
    const { confidence } = weightedScorer().score(changed)
    expect(weightedScorer({ weights }).score(changed).confidence).toBeCloseTo(confidence, 12)
    const none = { recency: 0, context_level: 0, anchor_stability: 0, provenance: 0 }
    for (const useless of [none, { ...none, recency: -1 }, { ...none, recency: Number.NaN }])
      expect(weightedScorer({ weights: useless }).score(changed).confidence).toBeCloseTo(confidence, 12)
  })

  it('with a half-life of 0 knows only today and the past', () => {
    const recency = (days: number) =>
      weightedScorer({ halfLifeDays: 0 }).score({ ...facts, headAt: days * DAY }).scores.recency
    expect([0, 1, 1000].map(recency)).toEqual([1, 0, 0])
  })

  it('takes the level that a region states before that of its annotation', () => {
    const inferred = { ...region, context_level: 'inferred' as const }
    const { factors, scores } = weightedScorer().score({ ...facts, region: inferred })
    expect([factors.context_level, scores.context_level]).toEqual(['inferred', 0.5])
  })

  it('ignores the future and a timestamp that is none', () => {
    const later = weightedScorer().score({ ...facts, committedAt: 5 * DAY })
    expect([later.scores.recency, later.factors.recency]).toEqual([1, '0 days old'])
    expect(weightedScorer().score({ ...facts, committedAt: Number.NaN }).scores.recency).toBe(1)
  })
})

scorerLaws(weightedScorer(), { monotoneInRecency: true })
scorerLaws(weightedScorer({ halfLifeDays: 0 }), { monotoneInRecency: true })
