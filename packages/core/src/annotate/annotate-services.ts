import type { NotesRef } from '@chronicle/schema'
import type { AstParser } from '../contracts/ast-parser.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { Redactor } from '../contracts/redactor.ts'
import type { NotesServices } from '../notes/update-notes.ts'

/** What the engine works with. */
export interface AnnotateServices extends NotesServices {
  /** Absent: no anchors are derived or checked. */
  readonly ast?: AstParser
  /** Milliseconds since the epoch: the annotation's timestamp. */
  readonly clock: () => number
  /** Default `refs/notes/chronicle`. */
  readonly notesRef?: NotesRef
  /** Takes secrets out of what is stored. Absent: texts are stored as they are. */
  readonly redactor?: Redactor
}

/** How an annotation is stored. */
export interface AnnotateOptions extends CallOptions {
  /** Check and derive everything, write nothing. */
  readonly dryRun?: boolean
  /** What it is recorded with, such as `git-chronicle 1.2.0`. */
  readonly tool?: string
}
