import type { Advice } from './advice.ts'
import type { AstAnchor, LineRange } from './annotation.ts'
import type { Diagnostic } from './coded-error.ts'
import type { CommitId, NotesRef } from './ids.ts'
import type { Shown } from './read-output.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the receipt format. */
export const ANNOTATE_RECEIPT_SCHEMA = 'chronicle-annotate/v1'

/** What became of an annotation. */
export interface AnnotateReceipt {
  readonly $schema: typeof ANNOTATE_RECEIPT_SCHEMA
  /**
   * `created`: the commit had no note. `merged`: it had one, and now has both. `unchanged`: its note already said all
   * of this, so nothing was written.
   */
  readonly status: 'created' | 'merged' | 'unchanged'
  /** Nothing was written: `status` says what would have happened. */
  readonly dry_run?: true
  readonly commit: CommitId
  /** The first line of the commit message. */
  readonly subject: string
  readonly notes_ref: NotesRef
  /** The regions of this annotation, as stored. */
  readonly regions: readonly RegionReceipt[]
  /** Cross-cutting concerns of this annotation. */
  readonly cross_cutting: Count
  /** Regions that the note holds now, those of earlier annotations included. */
  readonly regions_in_note: Count
  readonly ignored: readonly IgnoredKey[]
  /** Things to know about what was stored; none of them kept it from being stored. */
  readonly warnings: readonly Diagnostic[]
  /** What to look at again. Absent when there is nothing. */
  readonly advice?: readonly Advice[]
}

/** One region with what was derived for it. */
export interface RegionReceipt {
  readonly file: string
  readonly ast_anchor?: Shown<AstAnchor>
  readonly lines?: LineRange
  readonly intent: string
  readonly constraints: Count
  /** How the given name was found. Absent when no name was given. */
  readonly anchor_match?: 'exact' | 'unqualified' | 'fuzzy' | 'unchecked'
  /** The note already had this region. */
  readonly known?: true
}

/** A key of the input that means nothing here and was not stored. */
export interface IgnoredKey {
  /** Where it stood: `regions[0].intnet`. */
  readonly path: string
  readonly suggestion?: string
}
