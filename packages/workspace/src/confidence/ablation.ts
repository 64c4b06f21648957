import { omitEmpty } from '@chronicle/schema'
import { CODE_FEATURES, calibratedFeatures } from '../../../core/src/score/calibrated-model.ts'
import { factsOf, roundTo } from './fit-scorer.ts'
import { fitLogistic, probability, type Case } from './fit-logistic.ts'
import { brierScore } from './measure-forecast.ts'
import type { Observation } from './observe.ts'

/** A set of features, and its held-out Brier score. */
export interface Ablation {
  readonly features: string
  readonly brier: number
  /**
   * Coefficients of age, if it is one of the features: the change in log odds for each doubling of one plus the age in
   * years.
   */
  readonly age_coefficients?: readonly number[]
}

const ANCHOR = CODE_FEATURES.filter((name) => name.startsWith('anchor'))
const CLAIM = ['rejected_alternative', 'task', 'intent']
const LINES = ['lines_changed', 'any_line_changed']

const SETS: readonly (readonly [label: string, names: readonly string[]])[] = [
  ['none: the base rate', []],
  ['age', ['age']],
  ['lines', LINES],
  ['lines, anchor', [...LINES, ...ANCHOR]],
  ['lines, anchor, claim (the scorer)', [...LINES, ...ANCHOR, ...CLAIM]],
  ['lines, anchor, claim, age', [...LINES, ...ANCHOR, ...CLAIM, 'age']],
]

/**
 * Measures what each feature adds: Brier scores of models fitted on one half of the histories and tested on the other.
 */
export function compareFeatures(
  observations: readonly Observation[],
  halves: readonly (readonly [fittedOn: readonly string[], testedOn: readonly string[]])[],
): readonly Ablation[] {
  return SETS.map(([features, names]) => {
    const ages: number[] = []
    const forecasts = halves.flatMap(([fittedOn, testedOn]) => {
      // The coefficient of age is unbounded. If newer statements were less often still there, it would show.
      const fitted = fitLogistic(casesOf(observations, fittedOn), names, {
        nonPositive: new Set<string>(CODE_FEATURES),
        ridge: 10,
      })
      if (names.includes('age')) ages.push(roundTo(fitted['age'] ?? 0, 2))
      return casesOf(observations, testedOn).map(({ features: values, happened }) => {
        const weighed = names.map((name) => (fitted[name] ?? 0) * (values[name] ?? 0))
        const logOdds = weighed.reduce((total, each) => total + each, fitted['intercept'] ?? 0)
        return { confidence: probability(logOdds), happened, group: '' }
      })
    })
    const brier = roundTo(brierScore(forecasts), 4)
    return { features, brier, ...omitEmpty({ age_coefficients: ages }) }
  })
}

function casesOf(observations: readonly Observation[], repositories: readonly string[]): readonly Case[] {
  return observations
    .filter(({ repository }) => repositories.includes(repository))
    .map((observation) => ({
      features: { ...calibratedFeatures(factsOf(observation)), age: Math.log2(1 + observation.ageInDays / 365.25) },
      happened: observation.stillThere,
    }))
}
