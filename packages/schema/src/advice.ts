/**
 * Something for whoever recorded to look at again: words that only repeat the change, words that are recorded already,
 * or a recorded constraint of the same code that the change may have made wrong.
 */
export interface Advice {
  readonly kind: 'repeats_change' | 'recorded_already' | 'constraint_in_doubt'
  /** What of the input is meant: `regions[0].constraints[1]`. Absent for a recorded constraint. */
  readonly where?: string
  /** The words that are meant: those of the input, or the recorded constraint. */
  readonly text: string
  readonly message: string
  /** What a correction names. Absent where nothing is stored yet. */
  readonly correct?: AdvisedCorrection
}

/** What is named to have recorded words corrected. */
export interface AdvisedCorrection {
  readonly commit: string
  readonly file: string
  readonly anchor?: string
  readonly field: 'intent' | 'reasoning' | 'constraints' | 'rejected_alternatives'
  readonly value: string
}
