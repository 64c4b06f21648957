import type { AdvisedCorrection } from '@chronicle/schema'
import type { LineRange } from '@chronicle/schema'

/** One text that somebody recorded, and the code that it is about. */
export interface StatedText {
  /** Its path in the input: `regions[0].intent`. */
  readonly where: string
  readonly field: AdvisedCorrection['field']
  readonly text: string
  readonly file: string
  readonly anchor?: string
  /** The lines at the commit that it is recorded on. Absent: the whole file, or unknown. */
  readonly lines?: LineRange
  readonly signature?: string
}
