import { expect, it } from 'vitest'
import { DEFAULT_SCORER, SCORER_NAMES } from '../contracts/scorer.ts'
import { namedScorer } from './named-scorer.ts'

it('makes the scorer of each name, and the default one without a name', () => {
  expect(SCORER_NAMES.map((name) => namedScorer(name).name)).toEqual(SCORER_NAMES)
  expect(namedScorer().name).toBe(DEFAULT_SCORER)
})
