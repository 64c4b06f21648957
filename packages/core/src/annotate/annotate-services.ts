import type { NotesRef } from '@chronicle/schema'
import type { AstParser } from '../contracts/ast-parser.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { Redactor } from '../contracts/redactor.ts'
import type { NotesServices } from '../notes/update-notes.ts'

/** Dependencies of the annotation engine. */
export interface AnnotateServices extends NotesServices {
  /** Absent: anchors are neither derived nor checked. */
  readonly ast?: AstParser
  /** Returns the annotation's timestamp in milliseconds since the epoch. */
  readonly clock: () => number
  /** Default `refs/notes/chronicle`. */
  readonly notesRef?: NotesRef
  /** Redacts secrets before anything is stored. Absent: texts are stored unchanged. */
  readonly redactor?: Redactor
}

/** Options for storing an annotation. */
export interface AnnotateOptions extends CallOptions {
  /** Checks and derives everything, but writes nothing. */
  readonly dryRun?: boolean | undefined
  /** Name and version of the recording tool, such as `git-chronicle 1.2.0`. */
  readonly tool?: string | undefined
}
