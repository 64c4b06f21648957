import { expect, it } from 'vitest'
import { DEFAULT_SCORER, SCORER_NAMES } from '../contracts/scorer.ts'
import { calibratedScorer } from './calibrated-scorer.ts'
import { namedScorer, requireScorer } from './named-scorer.ts'

it('makes the scorer of each name, and the default one without a name', () => {
  expect(SCORER_NAMES.map((name) => namedScorer(name).name)).toEqual(SCORER_NAMES)
  expect(namedScorer().name).toBe(DEFAULT_SCORER)
})

it('fails with the names there are when a scorer with another name is used', () => {
  expect(() => namedScorer('bogus' as never).score({} as never)).toThrow(
    'There is no scorer "bogus". Give one of calibrated',
  )
})

it('takes each name, a scorer, and nothing', () => {
  expect([...SCORER_NAMES, calibratedScorer(), undefined].every((scorer) => requireScorer(scorer).isOk())).toBe(true)
})

it.each([
  ['weighted', 'There is no scorer "weighted". Give one of calibrated, specified, or one of your own.'],
  [null, 'The scorer given is none. Give one of calibrated, specified, or one of your own.'],
  [{}, 'The scorer given is none. Give one of calibrated, specified, or one of your own.'],
  [7, 'The scorer given is none. Give one of calibrated, specified, or one of your own.'],
])('refuses %j', (scorer, message) => {
  expect(requireScorer(scorer)._unsafeUnwrapErr()).toMatchObject({ code: 'invalid_query', message })
})
