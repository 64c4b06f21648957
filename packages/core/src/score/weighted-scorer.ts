import { omitUndefined, type AnchorMatch, type Overrides } from '@chronicle/schema'
import type { RegionFacts, Score, Scorer } from '../contracts/scorer.ts'
import { ageInDays, describeAge } from './age-in-days.ts'
import { clampShare } from './clamp-share.ts'

/** A weight for each of the four factors. */
export interface FactorWeights {
  readonly recency: number
  readonly context_level: number
  readonly anchor_stability: number
  readonly provenance: number
}

/** Options of `weightedScorer`: weights, half-life and score tables. */
export interface WeightedScorerOptions {
  /** Days after which the recency score has halved. Default 180. */
  readonly halfLifeDays?: number | undefined
  /** Weights of the four factors; they are divided by their sum. Default 0.4, 0.3, 0.2, 0.1. */
  readonly weights?: Overrides<FactorWeights> | undefined
  /** Score of each context level. Default enhanced 1.0, inferred 0.5. */
  readonly contextLevel?: Overrides<Record<'enhanced' | 'inferred', number>> | undefined
  /** Score of each kind of anchor match. Default: `ANCHOR_STABILITY`. */
  readonly anchorStability?: Overrides<Record<AnchorMatch, number>> | undefined
  /** Score of each provenance. Default initial 1.0, amend 0.8, squash 0.7. */
  readonly provenance?: Overrides<Record<'initial' | 'amend' | 'squash', number>> | undefined
}

/** Default weight of each factor; they add up to 1. */
export const DEFAULT_WEIGHTS: FactorWeights = {
  recency: 0.4,
  context_level: 0.3,
  anchor_stability: 0.2,
  provenance: 0.1,
}

/** Default number of days after which the recency of an annotated commit counts half. */
export const DEFAULT_HALF_LIFE_DAYS = 180

/**
 * Name and signature equal 1.0, signature changed 0.7, name gone 0.3, lines alone 0.4. Other matches: `unqualified`
 * counts as a matching name; a `fuzzy` match and a whole file count like lines.
 */
export const ANCHOR_STABILITY: Readonly<Record<AnchorMatch, number>> = {
  exact: 1,
  unqualified: 1,
  signature_changed: 0.7,
  fuzzy: 0.4,
  line_overlap: 0.4,
  whole_file: 0.4,
  gone: 0.3,
}

/** Creates the scorer `specified`: a weighted sum of recency, context level, anchor stability and provenance. */
export function weightedScorer(options: WeightedScorerOptions = {}): Scorer {
  const halfLife = options.halfLifeDays ?? DEFAULT_HALF_LIFE_DAYS
  const weights = normalise({ ...DEFAULT_WEIGHTS, ...omitUndefined(options.weights ?? {}) })
  const contextLevel = { enhanced: 1, inferred: 0.5, ...omitUndefined(options.contextLevel ?? {}) }
  const anchorStability = { ...ANCHOR_STABILITY, ...omitUndefined(options.anchorStability ?? {}) }
  const provenance = { initial: 1, amend: 0.8, squash: 0.7, ...omitUndefined(options.provenance ?? {}) }

  return {
    name: 'specified',
    score(facts: RegionFacts): Score {
      const days = ageInDays(facts)
      const { annotation, region } = facts
      const level = region.context_level ?? annotation.context_level
      const origin = annotation.provenance
      const scores = {
        recency: clampShare(halfLife > 0 ? 0.5 ** (days / halfLife) : days === 0 ? 1 : 0),
        context_level: clampShare(contextLevel[level]),
        anchor_stability: clampShare(anchorStability[facts.anchorMatch]),
        provenance: clampShare(provenance[origin.operation]),
      }
      return {
        confidence: clampShare(
          scores.recency * weights.recency +
            scores.context_level * weights.context_level +
            scores.anchor_stability * weights.anchor_stability +
            scores.provenance * weights.provenance,
        ),
        factors: {
          recency: describeAge(days),
          context_level: level,
          anchor_match: facts.anchorMatch,
          provenance: origin.operation,
        },
        scores,
      }
    },
  }
}

function normalise(weights: FactorWeights): FactorWeights {
  const { recency, context_level, anchor_stability, provenance } = weights
  const sum = recency + context_level + anchor_stability + provenance
  if (!(sum > 0)) return DEFAULT_WEIGHTS
  return {
    recency: recency / sum,
    context_level: context_level / sum,
    anchor_stability: anchor_stability / sum,
    provenance: provenance / sum,
  }
}
