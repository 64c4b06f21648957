import { SOURCE_TRUST, type CalibratedCoefficients } from '@chronicle/core'
import { compareFeatures, type Ablation } from './ablation.ts'
import type { HistoryObservations } from './collect-observations.ts'
import {
  evaluate,
  forecastAll,
  runFold,
  shareStillThere,
  type Evaluation,
  type Fold,
  type Forecasts,
} from './evaluate.ts'
import { fitScorer, roundTo } from './fit-scorer.ts'
import { mean } from './measure-forecast.ts'
import type { Observation } from './observe.ts'

/** Histories for fitting. Coefficients fitted on one group are tested on the other. */
export const GROUPS = [
  ['express', 'gin', 'requests'],
  ['flask', 'got', 'ripgrep'],
] as const
/** Histories used only for testing, with the shipped coefficients. */
export const HELD_OUT = ['sphinx'] as const

/** How often statements of one sort were still there. */
export interface Share {
  readonly observations: number
  readonly still_there: number
}

/** Counts of one history. */
export interface HistorySummary {
  readonly mainline_commits: number
  readonly statements: number
  readonly observations: number
  readonly still_there: number
  readonly code_gone: number
  readonly elsewhere_in_the_file: number
}

/** All results of the experiment that the page and the scorer use. */
export interface ConfidenceResults {
  readonly histories: Readonly<Record<string, HistorySummary>>
  readonly folds: readonly Fold[]
  /** Both folds together: each observation is scored with the coefficients that were not fitted on its history. */
  readonly held_out: Evaluation
  /** Brier scores of the same observations if a statement elsewhere in the file counts as still there. */
  readonly held_out_if_elsewhere_counts: { readonly calibrated: number; readonly specified: number }
  /** Coefficients fitted on all six histories, as the scorer ships them. */
  readonly coefficients: CalibratedCoefficients
  /** Means of the two line features, used for regions whose lines were not compared. */
  readonly unknown_survival: { readonly lines_changed: number; readonly any_line_changed: number }
  readonly source_trust: typeof SOURCE_TRUST
  /** Results on histories that were never fitted on, with the shipped coefficients. */
  readonly never_fitted: Fold
  readonly features: readonly Ablation[]
  readonly by_intact_share: Readonly<Record<string, Share>>
  readonly by_anchor: Readonly<Record<string, Share>>
  readonly by_kind: Readonly<Record<string, Share>>
  readonly by_horizon: Readonly<Record<string, Share>>
  readonly by_age: Readonly<Record<string, Share>>
  /** Only observations without a changed recorded line. */
  readonly untouched_by_age: Readonly<Record<string, Share>>
}

/** Fits and tests the scorers, and counts the results. */
export function summarise(histories: readonly HistoryObservations[]): ConfidenceResults {
  const all = histories.flatMap(({ observations }) => observations)
  const [first, second] = GROUPS
  const six = all.filter(({ repository }) => !HELD_OUT.some((name) => name === repository))
  const coefficients = fitScorer(six)
  const folds = [runFold(all, first, second), runFold(all, second, first)]
  const forecastHeldOut = (observations: readonly Observation[]): readonly Forecasts[] =>
    folds.flatMap((fold) => {
      const tested = observations.filter(({ repository }) => fold.tested_on.includes(repository))
      const fitted = all.filter(({ repository }) => fold.fitted_on.includes(repository))
      return forecastAll(tested, fold.coefficients, shareStillThere(fitted))
    })
  const heldOut = forecastHeldOut(all)
  const lenient = evaluate(
    forecastHeldOut(all.map((each) => ({ ...each, stillThere: each.stillThere || each.elsewhere }))),
  )
  return {
    histories: Object.fromEntries(histories.map((history) => [history.repository, historySummary(history)])),
    folds,
    held_out: evaluate(heldOut),
    held_out_if_elsewhere_counts: { calibrated: lenient.calibrated.brier, specified: lenient.specified.brier },
    coefficients,
    unknown_survival: {
      lines_changed: roundTo(mean(six.map(({ intact }) => 1 - intact)), 2),
      any_line_changed: roundTo(mean(six.map(({ intact }) => (intact < 1 ? 1 : 0))), 2),
    },
    source_trust: SOURCE_TRUST,
    never_fitted: runFold(all, [...first, ...second], HELD_OUT),
    features: compareFeatures(all, [
      [first, second],
      [second, first],
    ]),
    by_intact_share: countBy(six, ({ intact }) => intactLabel(intact)),
    by_anchor: countBy(six, ({ anchorMatch }) => anchorMatch),
    by_kind: countBy(six, ({ kind }) => kind),
    by_horizon: countBy(six, ({ horizon }) => (horizon === 'tip' ? 'tip' : `${horizon} commits`)),
    by_age: countBy(six, ({ ageInDays }) => ageLabel(ageInDays)),
    untouched_by_age: countBy(
      six.filter(({ intact }) => intact === 1),
      ({ ageInDays }) => ageLabel(ageInDays),
    ),
  }
}

function historySummary({ mainlineCommits, statements, observations, gone }: HistoryObservations): HistorySummary {
  return {
    mainline_commits: mainlineCommits,
    statements,
    observations: observations.length,
    still_there: roundTo(shareStillThere(observations), 4),
    code_gone: gone,
    elsewhere_in_the_file: observations.filter(({ elsewhere }) => elsewhere).length,
  }
}

function countBy(
  observations: readonly Observation[],
  label: (observation: Observation) => string,
): Readonly<Record<string, Share>> {
  const labels = [...new Set(observations.map(label))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  return Object.fromEntries(
    labels.map((name) => {
      const held = observations.filter((observation) => label(observation) === name)
      return [name, { observations: held.length, still_there: roundTo(shareStillThere(held), 4) }]
    }),
  )
}

function intactLabel(intact: number): string {
  if (intact === 1) return '100%'
  const from = Math.floor(intact * 5) * 20
  return `${from}-${from + 20}%`
}

function ageLabel(days: number): string {
  const years = days / 365.25
  if (years < 0.5) return '0-0.5 years'
  return years < 1 ? '0.5-1 years' : years < 2 ? '1-2 years' : years < 5 ? '2-5 years' : '5 years and more'
}
