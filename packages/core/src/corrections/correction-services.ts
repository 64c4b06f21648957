import type { AnnotationIndex } from '../contracts/annotation-index.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { Redactor } from '../contracts/redactor.ts'
import type { NotesRef } from '@chronicle/schema'
import type { NotesServices } from '../notes/update-notes.ts'

/** What corrections are written with. */
export interface CorrectionServices extends NotesServices {
  /** Milliseconds since the epoch: the timestamp of a correction. */
  readonly clock: () => number
  /** The refs that annotations are in; corrections go beside the first. Default `refs/notes/chronicle`. */
  readonly notesRefs?: readonly NotesRef[]
  /** Knows which other commits say something about a file, to tell what they say too. Absent: they are not looked for. */
  readonly index?: AnnotationIndex
  /** Takes secrets out of what is stored. Absent: texts are stored as they are. */
  readonly redactor?: Redactor
  /** `Name <email>`. Default: the identity that the git backend tells. */
  readonly author?: string
}

/** How a correction is stored. */
export interface CorrectionOptions extends CallOptions {
  /** Check everything, write nothing. */
  readonly dryRun?: boolean
}
