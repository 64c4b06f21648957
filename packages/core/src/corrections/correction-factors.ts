/** What is left of a region's confidence, by what corrections say of it. Every number is in [0, 1]. */
export interface CorrectionFactors {
  /** For each flag with a reason of its own. */
  readonly flag: number
  /** Flags beyond this number do not lower the confidence further. */
  readonly flagsCounted: number
  /** Once, when values were taken out or replaced, however many. */
  readonly edit: number
  /** Once, when newer reasoning takes its place. */
  readonly supersede: number
  /** Once, for a region that was retracted and is shown all the same. */
  readonly retract: number
}

/** The factors that count unless others are given: the confidence of a region is multiplied by those that apply. */
export const CORRECTION_FACTORS: CorrectionFactors = {
  flag: 0.5,
  flagsCounted: 3,
  edit: 0.9,
  supersede: 0.3,
  retract: 0,
}
