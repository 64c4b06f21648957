import type { RegionFacts } from '@chronicle/core/contracts'
import type { Annotation, CommitId, Region } from '@chronicle/schema'
import {
  calibratedFeatures,
  CODE_FEATURES,
  type CalibratedCoefficients,
} from '../../../core/src/score/calibrated-model.ts'
import { fitLogistic } from './fit-logistic.ts'
import type { Observation } from './observe.ts'

/** Kinds with their own coefficient, relative to constraints. There are too few risks to fit. */
const FITTED_KINDS = ['rejected_alternative', 'task', 'intent'] as const

/**
 * Ridge penalty that limits the effect of few observations: it equals ten observations of doubt about every
 * coefficient.
 */
const RIDGE = 10

/** Fits the coefficients of the calibrated scorer to observations, rounded to two decimals. */
export function fitScorer(observations: readonly Observation[]): CalibratedCoefficients {
  const cases = observations.map((observation) => ({
    features: calibratedFeatures(factsOf(observation)),
    happened: observation.stillThere,
  }))
  const names = [...CODE_FEATURES, ...FITTED_KINDS]
  const fitted = fitLogistic(cases, names, { nonPositive: new Set<string>(CODE_FEATURES), ridge: RIDGE })
  const of = (name: string): number => roundTo(fitted[name] ?? 0, 2)
  return {
    intercept: of('intercept'),
    lines_changed: of('lines_changed'),
    any_line_changed: of('any_line_changed'),
    anchor_changed: of('anchor_changed'),
    anchor_by_lines: of('anchor_by_lines'),
    anchor_gone: of('anchor_gone'),
    constraint: 0,
    rejected_alternative: of('rejected_alternative'),
    risk: 0,
    task: of('task'),
    intent: of('intent'),
  }
}

/** Rounds, without a negative zero. */
export function roundTo(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale + 0
}

/**
 * Returns the facts that the product would pass to a scorer if the author of the comment had recorded it as an
 * annotation.
 */
export function factsOf({ kind, anchorMatch, intact, ageInDays, source }: Observation): RegionFacts {
  const { text } = source
  const region: Region = {
    file: source.path,
    intent: text,
    constraints: kind === 'constraint' ? [{ text, source: 'author' }] : [],
    rejected_alternatives: kind === 'rejected_alternative' ? [{ approach: text, reason: '' }] : [],
    ...(kind === 'risk' ? { risk_notes: text } : kind === 'task' ? { risk_notes: `TODO: ${text}` } : {}),
    ...EMPTY_LISTS,
  }
  const headAt = ageInDays * 86_400_000
  return { region, annotation: { ...STATED, regions: [region] }, committedAt: 0, headAt, anchorMatch, survival: intact }
}

const EMPTY_LISTS = {
  semantic_dependencies: [],
  related_annotations: [],
  tags: [],
  evidence: [],
  corrections: [],
} as const

const STATED: Annotation = {
  commit: '0'.repeat(40) as CommitId,
  timestamp: '1970-01-01T00:00:00Z',
  summary: '',
  context_level: 'enhanced',
  regions: [],
  cross_cutting: [],
  provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
  read_from: ['chronicle/v1'],
}
