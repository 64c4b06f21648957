import type {
  Annotation,
  AnchorMatch,
  AstAnchor,
  ConfidenceFactors,
  ConfidenceScores,
  Freshness,
  Region,
} from '@chronicle/schema'

/** Turns facts about a region into a confidence. Pure and total: equal facts, equal score, everything in [0, 1]. */
export interface Scorer {
  readonly name: string
  score(facts: RegionFacts): Score
}

/** Everything known about a matched region when it is scored. */
export interface RegionFacts {
  readonly region: Region
  readonly annotation: Annotation
  /** Milliseconds since the epoch: committer time of the annotated commit. A region is as old as its commit. */
  readonly committedAt: number
  /** Milliseconds since the epoch: committer time of the queried commit. Ages are relative to it, not to the clock. */
  readonly headAt: number
  readonly anchorMatch: AnchorMatch
  /** Levenshtein distance where `anchorMatch` is `fuzzy`. */
  readonly anchorDistance?: number
  /** The unit the anchor stands for now, if there is one. */
  readonly currentAnchor?: AstAnchor
  /**
   * Intact share, in [0, 1]: how many of the recorded lines nobody has changed since the annotated commit. Absent where
   * it was not computed, for a region reached by a link.
   */
  readonly survival?: number
  readonly freshness?: Freshness
}

/** A confidence and what it is made of. Every number is in [0, 1]. */
export interface Score {
  readonly confidence: number
  readonly factors: ConfidenceFactors
  readonly scores: ConfidenceScores
}

/** The built-in scorers. */
export type ScorerName = 'calibrated' | 'specified'

/** The names of the built-in scorers. */
export const SCORER_NAMES: readonly ScorerName[] = ['calibrated', 'specified']

/** The scorer of every query that names none: the one that predicts better, see docs/confidence.md. */
export const DEFAULT_SCORER: ScorerName = 'calibrated'
