import type { Constraint, ContextLevel, FindingKind, RiskLevel } from '@chronicle/schema'

/** How near what was recorded is to what was changed. */
export type Reach =
  /** Lines of the very unit, or of the recorded lines. */
  | 'unit'
  /** Only lines of a smaller unit inside of it. */
  | 'enclosing'
  /** It speaks of the whole file, or of a whole commit. */
  | 'file'

/** Who knows what was recorded. */
export type Trust =
  /** The author of the commit says so. */
  | 'author'
  /** Somebody else says so, about code that was there. */
  | 'other'
  /** A writer worked it out from the change. */
  | 'inferred'

/** Tells who knows a claim: a constraint says so itself, anything else goes by its annotation. */
export function trustIn(claim: {
  readonly source?: Constraint['source'] | undefined
  readonly context_level: ContextLevel
  readonly recorded?: { readonly by?: string } | undefined
}): Trust {
  const { source = claim.context_level === 'inferred' ? 'inferred' : 'author' } = claim
  if (source === 'inferred') return 'inferred'
  return claim.recorded?.by === undefined ? 'author' : 'other'
}

/** What the risk of a finding is made of. */
export interface RiskFacts {
  readonly kind: FindingKind
  /** Confidence of the annotation, in [0, 1]. */
  readonly confidence: number
  readonly reach: Reach
  readonly trust: Trust
  /** The code is gone, or has another name. */
  readonly gone?: boolean | undefined
  /** The added lines have the words of a rejected approach. */
  readonly echoed?: boolean | undefined
}

/**
 * The numbers that a risk is made of. The score is the product of the weight of the kind, the confidence of the
 * annotation, the weight of the trust, that of the reach, and the factors that apply. The weights
 * leave room for the factors, so that it stays below 1 and two findings at the highest risk are still told apart.
 */
export interface RiskWeights {
  /** What must hold weighs most; then what relies on it, what may go wrong, and what was once decided against. */
  readonly kind: Readonly<Record<FindingKind, number>>
  /** An author knows; somebody else has learnt it; an analysis of the change supposes. */
  readonly trust: Readonly<Record<Trust, number>>
  /** With that of `file`, no finding is more than `low`: it says little about one line. */
  readonly reach: Readonly<Record<Reach, number>>
  /** Factor for code that was deleted or renamed: what is recorded about it no longer has a place. */
  readonly gone: number
  /** Factor for a rejected approach whose words are in the added lines. */
  readonly echoed: number
  /** The least score of a level; what is below the least `medium` is `low`. */
  readonly levels: Readonly<Record<Exclude<RiskLevel, 'low'>, number>>
}

/** The weights that `check` goes by. */
export const RISK_WEIGHTS: RiskWeights = {
  kind: {
    constraint: 0.7,
    dependent: 0.5,
    cross_cutting: 0.5,
    comment: 0.5,
    // The test itself tells when what it states does not hold any more; once it is gone nothing does.
    test_gone: 0.5,
    risk: 0.3,
    rejected_alternative: 0.25,
    held_by_test: 0.2,
  },
  trust: { author: 1, other: 0.9, inferred: 0.6 },
  reach: { unit: 1, enclosing: 0.7, file: 0.2 },
  gone: 1.4,
  echoed: 2,
  levels: { high: 0.35, medium: 0.17 },
}

/** The score in [0, 1], rounded to two decimals, and the level it stands for. */
export function assessRisk(facts: RiskFacts): { readonly score: number; readonly risk: RiskLevel } {
  const { kind, trust, reach, gone, echoed, levels } = RISK_WEIGHTS
  const product =
    kind[facts.kind] *
    facts.confidence *
    trust[facts.trust] *
    reach[facts.reach] *
    (facts.gone === true ? gone : 1) *
    (facts.echoed === true ? echoed : 1)
  const score = Math.round(product * 100) / 100
  return { score, risk: score >= levels.high ? 'high' : score >= levels.medium ? 'medium' : 'low' }
}
