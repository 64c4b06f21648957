import { calibratedScorer, weightedScorer, type CalibratedCoefficients } from '@chronicle/core'
import type { Scorer } from '@chronicle/core/contracts'
import { factsOf, fitScorer, roundTo } from './fit-scorer.ts'
import {
  brierScore,
  mean,
  measureForecasts,
  resample,
  type Forecast,
  type ForecastQuality,
  type Interval,
} from './measure-forecast.ts'
import type { Observation } from './observe.ts'

/** How well both scorers, and a constant, predict whether statements are still there. */
export interface Evaluation {
  readonly base_rate: number
  readonly calibrated: ForecastQuality
  readonly specified: ForecastQuality
  /** Brier score of a constant prediction: the base rate of the histories that were fitted on. */
  readonly constant_brier: number
  /** Brier score of `calibrated` minus that of `specified`; below 0, `calibrated` is better. */
  readonly brier_difference: Interval | undefined
  /** The share of statements still there among observations with a confidence of 0.75 to 0.85 from `calibrated`. */
  readonly around_0_8: (Interval & { readonly observations: number }) | undefined
}

/** The result of fitting on some histories and testing on others. */
export interface Fold {
  readonly fitted_on: readonly string[]
  readonly tested_on: readonly string[]
  readonly coefficients: CalibratedCoefficients
  readonly pooled: Evaluation
  readonly by_repository: Readonly<Record<string, Evaluation>>
}

/** Fits on some histories and tests on others. */
export function runFold(
  observations: readonly Observation[],
  fittedOn: readonly string[],
  testedOn: readonly string[],
): Fold {
  const within = (names: readonly string[]): readonly Observation[] =>
    observations.filter(({ repository }) => names.includes(repository))
  const fitted = within(fittedOn)
  const coefficients = fitScorer(fitted)
  const baseRate = shareStillThere(fitted)
  return {
    fitted_on: fittedOn,
    tested_on: testedOn,
    coefficients,
    pooled: evaluate(forecastAll(within(testedOn), coefficients, baseRate)),
    by_repository: Object.fromEntries(
      testedOn.map((name) => [name, evaluate(forecastAll(within([name]), coefficients, baseRate))]),
    ),
  }
}

/** One observation with the prediction of each scorer. */
export interface Forecasts extends Pick<Forecast, 'happened' | 'group'> {
  readonly repository: string
  readonly calibrated: number
  readonly specified: number
  readonly constant: number
}

/** Returns the scores for each observation, as the product would compute them. */
export function forecastAll(
  observations: readonly Observation[],
  coefficients: CalibratedCoefficients,
  constant: number,
): readonly Forecasts[] {
  const calibrated = calibratedScorer({ coefficients })
  const specified = weightedScorer()
  return observations.map((observation) => {
    const by = (scorer: Scorer): number => scorer.score(factsOf(observation)).confidence
    return {
      happened: observation.stillThere,
      group: `${observation.repository} ${observation.statement}`,
      repository: observation.repository,
      calibrated: by(calibrated),
      specified: by(specified),
      constant,
    }
  })
}

/** Measures both scorers on the same observations. */
export function evaluate(forecasts: readonly Forecasts[]): Evaluation {
  const of = (name: 'calibrated' | 'specified' | 'constant', some = forecasts): readonly Forecast[] =>
    some.map((each) => ({ happened: each.happened, group: each.group, confidence: each[name] }))
  const near = of('calibrated').filter(({ confidence }) => confidence >= 0.75 && confidence < 0.85)
  const around = resample(near, (some) => mean(some.map(({ happened }) => (happened ? 1 : 0))))
  return {
    base_rate: roundTo(mean(forecasts.map(({ happened }) => (happened ? 1 : 0))), 4),
    calibrated: measureForecasts(of('calibrated')),
    specified: measureForecasts(of('specified')),
    constant_brier: roundTo(brierScore(of('constant')), 4),
    brier_difference: resample(
      forecasts,
      (some) => brierScore(of('calibrated', some)) - brierScore(of('specified', some)),
    ),
    around_0_8: around === undefined ? undefined : { ...around, observations: near.length },
  }
}

export function shareStillThere(observations: readonly Observation[]): number {
  return mean(observations.map(({ stillThere }) => (stillThere ? 1 : 0)))
}
