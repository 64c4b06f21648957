import type { AdvisedCorrection } from '@chronicle/schema'
import type { LineRange } from '@chronicle/schema'

/** One text of what somebody recorded, and the code that it is about. */
export interface StatedText {
  /** Where it stands in the input: `regions[0].intent`. */
  readonly where: string
  readonly field: AdvisedCorrection['field']
  readonly text: string
  readonly file: string
  readonly anchor?: string
  /** The lines at the commit that it is recorded on. Absent: the whole file, or not known. */
  readonly lines?: LineRange
  readonly signature?: string
}
