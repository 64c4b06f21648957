import { omitUndefined, type ContextLevel, type Overrides, type Region } from '@chronicle/schema'
import type { RegionFacts, Score, Scorer } from '../contracts/scorer.ts'
import { ageInDays, describeAge } from './age-in-days.ts'
import {
  CALIBRATED_COEFFICIENTS,
  calibratedFeatures,
  CLAIM_KINDS,
  CODE_FEATURES,
  type CalibratedCoefficients,
  type CodeFeature,
} from './calibrated-model.ts'
import { claimKind } from './claim-kind.ts'
import { clampShare } from './clamp-share.ts'

/** Options of `calibratedScorer`: coefficients and trust. */
export interface CalibratedScorerOptions {
  /** Default: `CALIBRATED_COEFFICIENTS`. A coefficient of a `CodeFeature` above 0 counts as 0. */
  readonly coefficients?: Overrides<CalibratedCoefficients> | undefined
  /** Default: `SOURCE_TRUST`. */
  readonly trust?: Overrides<SourceTrust> | undefined
}

/** Probability that a region was true when it was recorded, by its source. */
export interface SourceTrust {
  /** An author or agent, about their own change or knowledge. */
  readonly stated: number
  /** An author, with constraints that were all inferred. */
  readonly constraints_inferred: number
  /** A writer, from evidence. */
  readonly inferred: number
}

/** A judgement: the experiment behind the coefficients contains only statements of authors. */
export const SOURCE_TRUST: SourceTrust = {
  stated: 1,
  constraints_inferred: 0.9,
  inferred: 0.8,
}

const ANCHOR_FEATURES: readonly CodeFeature[] = ['anchor_changed', 'anchor_by_lines', 'anchor_gone']
const LINE_FEATURES: readonly CodeFeature[] = ['lines_changed', 'any_line_changed']

/**
 * Creates the scorer `calibrated`: the probability that a region still holds, from what became of the code, the kind of
 * claim and its source. Age is reported but not used: when the intact share is known, it predicts nothing.
 *
 * `confidence = source × odds / (1 + odds)`, where `odds` are those of an untouched region of the most reliable kind
 * times the scores `intact_share`, `anchor_match` and `claim`.
 */
export function calibratedScorer(options: CalibratedScorerOptions = {}): Scorer {
  const coefficients = withNonPositiveCoefficients({
    ...CALIBRATED_COEFFICIENTS,
    ...omitUndefined(options.coefficients ?? {}),
  })
  const trust = { ...SOURCE_TRUST, ...omitUndefined(options.trust ?? {}) }
  const surest = Math.max(...CLAIM_KINDS.map((kind) => coefficients[kind]))
  return {
    name: 'calibrated',
    score(facts: RegionFacts): Score {
      const { annotation, region } = facts
      const features = calibratedFeatures(facts)
      const sum = (names: readonly CodeFeature[]): number =>
        names.reduce((total, name) => total + coefficients[name] * features[name], 0)
      const [lines, anchor] = [sum(LINE_FEATURES), sum(ANCHOR_FEATURES)]
      const kind = claimKind(region)
      const claim = coefficients[kind] - surest
      const source = sourceOf(region, region.context_level ?? annotation.context_level)
      const held = 1 / (1 + Math.exp(-(coefficients.intercept + surest + lines + anchor + claim)))
      return {
        confidence: clampShare(trust[source] * held),
        factors: {
          recency: describeAge(ageInDays(facts)),
          context_level: region.context_level ?? annotation.context_level,
          anchor_match: facts.anchorMatch,
          provenance: annotation.provenance.operation,
          claim: kind,
        },
        scores: {
          intact_share: clampShare(Math.exp(lines)),
          anchor_match: clampShare(Math.exp(anchor)),
          claim: clampShare(Math.exp(claim)),
          source: clampShare(trust[source]),
        },
      }
    },
  }
}

function sourceOf({ constraints }: Region, level: ContextLevel): keyof SourceTrust {
  if (level === 'inferred') return 'inferred'
  const inferred = constraints.length > 0 && constraints.every((constraint) => constraint.source === 'inferred')
  return inferred ? 'constraints_inferred' : 'stated'
}

/** With a coefficient above 0, a change would raise the confidence of a region. */
function withNonPositiveCoefficients(coefficients: CalibratedCoefficients): CalibratedCoefficients {
  return {
    ...coefficients,
    ...Object.fromEntries(CODE_FEATURES.map((name) => [name, Math.min(0, coefficients[name])])),
  }
}
