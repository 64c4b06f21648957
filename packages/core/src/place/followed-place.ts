import type { LineRange } from '@chronicle/schema'
import type { FileState } from './file-texts.ts'
import type { PlacingJournal } from './placing-journal.ts'

/** Lines of a file in one state, and the name of the unit there; `name` is `undefined` for lines outside any unit. */
export interface FollowedPlace {
  readonly state: FileState
  readonly lines: LineRange
  readonly name: string | undefined
}

/** Where code went, and what was reported on the way. */
export interface FollowedElsewhere extends ReturnType<ReturnType<PlacingJournal['begin']>> {
  /** `undefined`: it was deleted. */
  readonly at: FollowedPlace | undefined
  readonly passed: readonly string[]
}
