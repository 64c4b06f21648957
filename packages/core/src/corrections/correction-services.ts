import type { AnnotationIndex } from '../contracts/annotation-index.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { Redactor } from '../contracts/redactor.ts'
import type { NotesRef } from '@chronicle/schema'
import type { NotesServices } from '../notes/update-notes.ts'

/** Dependencies of writing corrections. */
export interface CorrectionServices extends NotesServices {
  /** Returns the timestamp of a correction in milliseconds since the epoch. */
  readonly clock: () => number
  /** Refs of the annotations. Corrections are stored beside the first. Default `refs/notes/chronicle`. */
  readonly notesRefs?: readonly NotesRef[]
  /** Finds other commits with annotations of a file, to report the same claims there. Absent: they are not searched. */
  readonly index?: AnnotationIndex
  /** Redacts secrets before anything is stored. Absent: texts are stored unchanged. */
  readonly redactor?: Redactor
  /** `Name <email>`. Default: the identity that the git backend returns. */
  readonly author?: string
}

/** Options for storing a correction. */
export interface CorrectionOptions extends CallOptions {
  /** Checks everything, but writes nothing. */
  readonly dryRun?: boolean | undefined
}
