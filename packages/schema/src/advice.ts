/**
 * Something for the author of an annotation to check again: text that only repeats the change, text that is recorded
 * already, or a recorded constraint of the same code that the change may have made wrong.
 */
export interface Advice {
  readonly kind: 'repeats_change' | 'recorded_already' | 'constraint_in_doubt'
  /** The part of the input: `regions[0].constraints[1]`. Absent for a recorded constraint. */
  readonly where?: string
  /** The text in question: from the input, or the recorded constraint. */
  readonly text: string
  readonly message: string
  /** The value to name in a correction. Absent if nothing is stored yet. */
  readonly correct?: AdvisedCorrection
}

/** Identifies recorded text that may need a correction. */
export interface AdvisedCorrection {
  readonly commit: string
  readonly file: string
  readonly anchor?: string
  readonly field: 'intent' | 'reasoning' | 'constraints' | 'rejected_alternatives'
  readonly value: string
}
