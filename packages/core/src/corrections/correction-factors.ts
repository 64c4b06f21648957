/** Factors by which corrections lower a region's confidence, all in [0, 1]. */
export interface CorrectionFactors {
  /** For each flag with a different reason. */
  readonly flag: number
  /** Maximum number of flags that lower the confidence. */
  readonly flagsCounted: number
  /** Applied once if any values were removed or replaced. */
  readonly edit: number
  /** Applied once if newer reasoning replaces the region. */
  readonly supersede: number
  /** Applied once to a retracted region that is shown nevertheless. */
  readonly retract: number
}

/** Default factors: the confidence of a region is multiplied by those that apply. */
export const CORRECTION_FACTORS: CorrectionFactors = {
  flag: 0.5,
  flagsCounted: 3,
  edit: 0.9,
  supersede: 0.3,
  retract: 0,
}
