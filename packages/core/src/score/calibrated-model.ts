import type { AnchorMatch } from '@chronicle/schema'
import type { RegionFacts } from '../contracts/scorer.ts'
import { claimKind, type ClaimKind } from './claim-kind.ts'

/*
 * Logistic regression: the log odds that a region still holds are the intercept plus each coefficient times its
 * feature. The coefficients come from the experiment described in docs/confidence.md; `npm run confidence` fits them.
 */

/** The features of the model that describe the code. Each lowers the odds, so no coefficient is above 0. */
export type CodeFeature = 'lines_changed' | 'any_line_changed' | 'anchor_changed' | 'anchor_by_lines' | 'anchor_gone'

/** The coefficients of the model, in log odds. */
export type CalibratedCoefficients = Readonly<Record<'intercept' | CodeFeature | ClaimKind, number>>

/** The feature values of a region: 1 for its claim kind, 0 for the other kinds. */
export type CalibratedFeatures = Readonly<Record<CodeFeature | ClaimKind, number>>

/** All `CodeFeature`s. Their coefficients are not above 0. */
export const CODE_FEATURES: readonly CodeFeature[] = [
  'lines_changed',
  'any_line_changed',
  'anchor_changed',
  'anchor_by_lines',
  'anchor_gone',
]

/** The kinds of claims, each a feature of the model. */
export const CLAIM_KINDS: readonly ClaimKind[] = ['constraint', 'rejected_alternative', 'risk', 'task', 'intent']

/**
 * Fitted on six histories; a test compares them with docs/confidence/results.json. Constraints are the baseline of the
 * other kinds; there were too few risks to distinguish them from constraints.
 */
export const CALIBRATED_COEFFICIENTS: CalibratedCoefficients = {
  intercept: 3.84,
  lines_changed: -2.36,
  any_line_changed: -1.49,
  anchor_changed: -0.5,
  anchor_by_lines: 0,
  anchor_gone: -0.54,
  constraint: 0,
  rejected_alternative: 0.22,
  risk: 0,
  task: -1.5,
  intent: 0.21,
}

/**
 * Means of the two features in the experiment, used for a region whose lines were not compared. The same test checks
 * them.
 */
export const UNKNOWN_SURVIVAL: Readonly<Record<'lines_changed' | 'any_line_changed', number>> = {
  lines_changed: 0.2,
  any_line_changed: 0.51,
}

/** Number of steps from an exactly matching anchor: each step adds its coefficient to the previous ones. */
const ANCHOR_STEPS: Readonly<Record<AnchorMatch, 0 | 1 | 2 | 3>> = {
  exact: 0,
  unqualified: 0,
  signature_changed: 1,
  fuzzy: 2,
  line_overlap: 2,
  whole_file: 2,
  gone: 3,
}

/** Returns the feature values of a region. */
export function calibratedFeatures({
  survival,
  anchorMatch,
  region,
}: Pick<RegionFacts, 'survival' | 'anchorMatch' | 'region'>): CalibratedFeatures {
  const steps = ANCHOR_STEPS[anchorMatch]
  const kind = claimKind(region)
  const is = (claim: ClaimKind): number => (claim === kind ? 1 : 0)
  return {
    ...changeOf(survival),
    anchor_changed: steps >= 1 ? 1 : 0,
    anchor_by_lines: steps >= 2 ? 1 : 0,
    anchor_gone: steps >= 3 ? 1 : 0,
    constraint: is('constraint'),
    rejected_alternative: is('rejected_alternative'),
    risk: is('risk'),
    task: is('task'),
    intent: is('intent'),
  }
}

function changeOf(survival: number | undefined): Pick<CalibratedFeatures, 'lines_changed' | 'any_line_changed'> {
  if (survival === undefined || !Number.isFinite(survival)) return UNKNOWN_SURVIVAL
  const intact = Math.min(1, Math.max(0, survival))
  return { lines_changed: 1 - intact, any_line_changed: intact < 1 ? 1 : 0 }
}
