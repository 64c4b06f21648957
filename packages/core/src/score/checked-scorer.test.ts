import { expect, test } from 'vitest'
import type { RegionFacts, Score, Scorer } from '../contracts/scorer.ts'
import { checkedScorer } from './checked-scorer.ts'

const facts = {} as RegionFacts
const returning = (score: unknown): Scorer => checkedScorer({ name: 'mine', score: () => score as Score })

test.each([0, 0.5, 1])('passes on a score with the confidence %d', (confidence) => {
  const score = { confidence }
  expect(returning(score).score(facts)).toBe(score)
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
