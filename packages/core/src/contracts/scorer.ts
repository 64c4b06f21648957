import type {
  Annotation,
  AnchorMatch,
  AstAnchor,
  ConfidenceFactors,
  ConfidenceScores,
  Freshness,
  Region,
} from '@chronicle/schema'

/** Computes the confidence of a region from facts. Pure and total: equal facts give equal scores, all in [0, 1]. */
export interface Scorer {
  readonly name: string
  score(facts: RegionFacts): Score
}

/** The known facts about a matched region at the time of scoring. */
export interface RegionFacts {
  readonly region: Region
  readonly annotation: Annotation
  /** Committer time of the annotated commit in milliseconds since the epoch. A region is as old as its commit. */
  readonly committedAt: number
  /**
   * Committer time of the queried commit in milliseconds since the epoch. Ages are relative to it, not to the clock.
   */
  readonly headAt: number
  readonly anchorMatch: AnchorMatch
  /** Levenshtein distance if `anchorMatch` is `fuzzy`. */
  readonly anchorDistance?: number
  /** The unit that the anchor currently matches, if there is one. */
  readonly currentAnchor?: AstAnchor
  /**
   * Intact share, in [0, 1]: the share of the recorded lines that is unchanged since the annotated commit. Absent if
   * not computed, for a region reached by a link.
   */
  readonly survival?: number
  readonly freshness?: Freshness
}

/** A confidence and its components, all in [0, 1]. */
export interface Score {
  readonly confidence: number
  readonly factors: ConfidenceFactors
  readonly scores: ConfidenceScores
}

/** The built-in scorers. */
export type ScorerName = 'calibrated' | 'specified'

/** The names of the built-in scorers. */
export const SCORER_NAMES: readonly ScorerName[] = ['calibrated', 'specified']

/** Default scorer of all queries: the one with the better predictions, see docs/confidence.md. */
export const DEFAULT_SCORER: ScorerName = 'calibrated'
