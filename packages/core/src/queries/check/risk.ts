import type { Constraint, ContextLevel, FindingKind, RiskLevel } from '@chronicle/schema'

/** How close a recorded region is to the change. */
export type Reach =
  /** The change touches lines of the unit itself, or the recorded lines. */
  | 'unit'
  /** The change touches only lines of a smaller unit inside it. */
  | 'enclosing'
  /** The region is about the whole file, or about a whole commit. */
  | 'file'

/** Who vouches for a recorded claim. */
export type Trust =
  /** The author of the commit. */
  | 'author'
  /** Somebody else, about existing code. */
  | 'other'
  /** A writer inferred it from the change. */
  | 'inferred'

/** Returns who vouches for a claim: a constraint names its own source, anything else uses that of its annotation. */
export function trustOf(claim: {
  readonly source?: Constraint['source'] | undefined
  readonly context_level: ContextLevel
  readonly recorded?: { readonly by?: string } | undefined
}): Trust {
  const { source = claim.context_level === 'inferred' ? 'inferred' : 'author' } = claim
  if (source === 'inferred') return 'inferred'
  return claim.recorded?.by === undefined ? 'author' : 'other'
}

/** The facts from which the risk of a finding is computed. */
export interface RiskFacts {
  readonly kind: FindingKind
  /** Confidence of the annotation, in [0, 1]. */
  readonly confidence: number
  readonly reach: Reach
  readonly trust: Trust
  /** Whether the code was deleted or renamed. */
  readonly gone?: boolean | undefined
  /** Whether the change moved all of the code, under its name, to another file: it still holds there. */
  readonly moved?: boolean | undefined
  /** Whether the added lines contain the words of a rejected approach. */
  readonly echoed?: boolean | undefined
}

/**
 * The weights of a risk score. The score is the product of the kind's weight, the confidence of the annotation, the
 * weights of trust and reach, and the factors that apply. The weights leave room for the factors, so that the score
 * stays below 1 and two findings at the highest risk still differ.
 */
export interface RiskWeights {
  /** Constraints weigh most; then what relies on the code, then risks, then rejected alternatives. */
  readonly kind: Readonly<Record<FindingKind, number>>
  /** An author knows; somebody else has learnt it; an analysis of the change only supposes. */
  readonly trust: Readonly<Record<Trust, number>>
  /** The weight of `file` keeps every finding at `low`: it says little about one line. */
  readonly reach: Readonly<Record<Reach, number>>
  /** Factor for code that was deleted or renamed: its annotations no longer have a place. */
  readonly gone: number
  /** Factor for code that the change moved as a whole. It keeps every finding below `high`. */
  readonly moved: number
  /** Factor for a rejected approach whose words the added lines contain. */
  readonly echoed: number
  /** Minimum score of each level; a score below that of `medium` is `low`. */
  readonly levels: Readonly<Record<Exclude<RiskLevel, 'low'>, number>>
}

/** The weights that `check` uses. */
export const RISK_WEIGHTS: RiskWeights = {
  kind: {
    constraint: 0.7,
    dependent: 0.5,
    cross_cutting: 0.5,
    comment: 0.5,
    // A test reports by itself when its statement no longer holds; a deleted test cannot.
    test_gone: 0.5,
    risk: 0.3,
    rejected_alternative: 0.25,
    held_by_test: 0.2,
  },
  trust: { author: 1, other: 0.9, inferred: 0.6 },
  reach: { unit: 1, enclosing: 0.7, file: 0.2 },
  gone: 1.4,
  moved: 0.48,
  echoed: 2,
  levels: { high: 0.35, medium: 0.17 },
}

/** Returns the score in [0, 1], rounded to two decimals, and its risk level. */
export function assessRisk(facts: RiskFacts): { readonly score: number; readonly risk: RiskLevel } {
  const { kind, trust, reach, gone, moved, echoed, levels } = RISK_WEIGHTS
  const product =
    kind[facts.kind] *
    facts.confidence *
    trust[facts.trust] *
    reach[facts.reach] *
    (facts.moved === true ? moved : facts.gone === true ? gone : 1) *
    (facts.echoed === true ? echoed : 1)
  const score = Math.round(product * 100) / 100
  return { score, risk: score >= levels.high ? 'high' : score >= levels.medium ? 'medium' : 'low' }
}
