import type { CommitId, Diagnostic, NotesRef, Result } from '@chronicle/schema'
import type { CorrectionError } from '../corrections/correction-error.ts'

/** How a note is scrubbed; `undefined` leaves it as it is. */
export type NoteScrubber = (note: {
  readonly commit: CommitId
  readonly ref: NotesRef
  /** More than one where another tool left several entries for the commit. */
  readonly contents: readonly Uint8Array[]
}) => Result<NoteScrub | undefined, CorrectionError>

/** A note after scrubbing. */
export interface NoteScrub {
  /** `undefined`: nothing is left. */
  readonly bytes: Uint8Array | undefined
  readonly occurrences: number
  readonly warnings?: readonly Diagnostic[]
}
