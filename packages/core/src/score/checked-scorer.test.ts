import { expect, test } from 'vitest'
import type { RegionFacts, Score, Scorer } from '../contracts/scorer.ts'
import { checkedScorer } from './checked-scorer.ts'

const facts = {} as RegionFacts
const returning = (score: unknown): Scorer => checkedScorer({ name: 'mine', score: () => score as Score })

test.each([0, 0.5, 1])('passes on a score with the confidence %d', (confidence) => {
  const score = { confidence, scores: { age: 1 }, factors: { anchor_match: 'exact' } }
  expect(returning(score).score(facts)).toBe(score)
})

test.each([
  [{ confidence: 1 }, 'no scores, or no factors with anchor_match.'],
  [{ confidence: 1, factors: { anchor_match: 'exact' } }, 'no scores, or no factors with anchor_match.'],
  [{ confidence: 1, scores: {}, factors: {} }, 'no scores, or no factors with anchor_match.'],
  [{ confidence: 1, scores: { age: 7 }, factors: { anchor_match: 'exact' } }, 'the score age 7.'],
])('throws for %o, which answers could not show', (score, problem) => {
  expect(() => returning(score).score(facts)).toThrow(`The scorer mine returned ${problem}`)
})

test('names the scorer that throws', () => {
  const scorer = checkedScorer({ name: 'mine', score: () => expect.fail('It is late.') })
  expect(() => scorer.score(facts)).toThrow('scorer mine: It is late.')
})

test.each([
  [{ confidence: Number.NaN }, 'NaN'],
  [{ confidence: -1 }, '-1'],
  [{ confidence: 2 }, '2'],
  [{ confidence: Infinity }, 'Infinity'],
  [{ confidence: '1' }, '1'],
  [Promise.resolve({ confidence: 1 }), 'undefined'],
  [undefined, 'undefined'],
])('throws for %o', (score, shown) => {
  const scorer = returning(score)
  expect(() => scorer.score(facts)).toThrow(
    `The scorer mine returned the confidence ${shown}. It has to be a number from 0 to 1.`,
  )
})
