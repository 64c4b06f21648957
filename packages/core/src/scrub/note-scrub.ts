import type { CommitId, Diagnostic, NotesRef, Result } from '@chronicle/schema'
import type { CorrectionError } from '../corrections/correction-error.ts'

/** Scrubs a note; `undefined` leaves it unchanged. */
export type NoteScrubber = (note: {
  readonly commit: CommitId
  readonly ref: NotesRef
  /** Several when another tool left several entries for the commit. */
  readonly contents: readonly Uint8Array[]
}) => Result<NoteScrub | undefined, CorrectionError>

/** A note after scrubbing. */
export interface NoteScrub {
  /** `undefined` when nothing is left. */
  readonly bytes: Uint8Array | undefined
  readonly occurrences: number
  readonly warnings?: readonly Diagnostic[]
}
