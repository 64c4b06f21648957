import type { Advice } from './advice.ts'
import type { AstAnchor, LineRange } from './annotation.ts'
import type { Diagnostic } from './coded-error.ts'
import type { CommitId, NotesRef } from './ids.ts'
import type { Shown } from './read-output.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the receipt format. */
export const ANNOTATE_RECEIPT_SCHEMA = 'chronicle-annotate/v1'

/** The result of storing an annotation. */
export interface AnnotateReceipt {
  readonly $schema: typeof ANNOTATE_RECEIPT_SCHEMA
  /**
   * `created`: the commit had no note. `merged`: it had one, and now has both. `unchanged`: its note already contained
   * all of this, so nothing was written.
   */
  readonly status: 'created' | 'merged' | 'unchanged'
  /** Present for a dry run, which wrote nothing; `status` then says what would have happened. */
  readonly dry_run?: true
  readonly commit: CommitId
  /** The first line of the commit message. */
  readonly subject: string
  readonly notes_ref: NotesRef
  /** The regions of this annotation, as stored. */
  readonly regions: readonly RegionReceipt[]
  /** Number of cross-cutting entries of this annotation. */
  readonly cross_cutting: Count
  /** Number of regions in the note now, including those of earlier annotations. */
  readonly regions_in_note: Count
  readonly ignored: readonly IgnoredKey[]
  /** Notices about what was stored; none of them prevented it from being stored. */
  readonly warnings: readonly Diagnostic[]
  /** Advice on what to check again. Absent if there is none. */
  readonly advice?: readonly Advice[]
}

/** A region with the values derived for it. */
export interface RegionReceipt {
  readonly file: string
  readonly ast_anchor?: Shown<AstAnchor>
  readonly lines?: LineRange
  readonly intent: string
  readonly constraints: Count
  /** How the given name was matched. Absent if no name was given. */
  readonly anchor_match?: 'exact' | 'unqualified' | 'fuzzy' | 'unchecked'
  /** Present if the note already contained this region. */
  readonly known?: true
}

/** A key of the input that has no meaning here and was not stored. */
export interface IgnoredKey {
  /** Its path in the input: `regions[0].intnet`. */
  readonly path: string
  readonly suggestion?: string
}
