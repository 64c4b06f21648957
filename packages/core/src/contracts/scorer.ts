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
  /** Milliseconds since the epoch: when the annotation was made. */
  readonly annotatedAt: number
  /** Milliseconds since the epoch: committer time of the queried commit. Ages are relative to it, not to the clock. */
  readonly headAt: number
  readonly anchorMatch: AnchorMatch
  /** Levenshtein distance where `anchorMatch` is `fuzzy`. */
  readonly anchorDistance?: number
  /** The unit the anchor stands for now, if there is one. */
  readonly currentAnchor?: AstAnchor
  /** Share of the recorded lines still attributed to the annotated commit, in [0, 1]. Absent for a region reached by a link: no blame was run for it. */
  readonly survival?: number
  readonly freshness?: Freshness
}

/** A confidence and what it is made of. Every number is in [0, 1]. */
export interface Score {
  readonly confidence: number
  readonly factors: ConfidenceFactors
  readonly scores: ConfidenceScores
}
