import type { AstAnchor, LineRange, UnknownKeys } from './annotation.ts'
import type { NotesRef } from './ids.ts'
import type { NonEmptyText, Ordinal, RegionPathText, TimestampText } from './limited-types.ts'

/** The identifier of the format of one correction. */
export const CORRECTION_SCHEMA = 'chronicle-correction/v1'

/** The types of corrections. */
export const CORRECTION_TYPES = ['flag', 'remove', 'amend', 'supersede', 'retract', 'reattach'] as const

/**
 * The effect of a correction: `flag` casts doubt, `remove` removes a value, `amend` replaces a value, `supersede`
 * points to newer reasoning, `retract` withdraws, `reattach` sets where the region's code is.
 */
export type CorrectionType = (typeof CORRECTION_TYPES)[number]

/** A place in one state of the files: a file, a folder or the repository; for a file, optionally a unit and lines. */
export interface CorrectionPlace {
  readonly file: RegionPathText
  readonly ast_anchor?: AstAnchor
  readonly lines?: LineRange
}

/**
 * Marks that a language model condensed several recorded texts into one. The corrections of one `set` apply together or
 * not at all: if one of the texts no longer exists, all are shown as recorded.
 */
export interface Condensation {
  /** The model: `anthropic/claude-…`. */
  readonly with: NonEmptyText
  /** Number of texts that were condensed into one. */
  readonly texts: Ordinal
  /** Number of commits from whose annotations they came. Absent if the annotation does not name them. */
  readonly commits?: Ordinal
  /** The same value in all corrections that belong together. */
  readonly set: NonEmptyText
  /**
   * Number of corrections that belong together: one `amend` with the new text, and a `remove` for each other region.
   */
  readonly parts: Ordinal
}

/**
 * A correction of an annotation. It is stored beside the annotation, on the same commit in the ref that
 * `correctionsRef` returns, and never rewrites it. Without `file`, `anchor` and `intent` it applies to the whole
 * annotation, but not to what is recorded on the commit later.
 */
export interface Correction {
  /** The file as the annotation names it. The correction applies only to regions in it. */
  readonly file?: RegionPathText
  /** The correction applies only to regions whose anchor has this name, in full or in its last segments. */
  readonly anchor?: NonEmptyText
  /**
   * The recorded intent. The correction applies only to regions with exactly this intent, not to others at the same
   * place.
   */
  readonly intent?: NonEmptyText
  readonly correction_type: CorrectionType
  /** The wrong field of the region, such as `constraints`. For `remove` and `amend`. */
  readonly field?: NonEmptyText
  /** The wrong value of the field. For `remove` and `amend`. */
  readonly target_value?: NonEmptyText
  /** The new value. For `amend`. */
  readonly replacement?: NonEmptyText
  /**
   * Present if nothing is wrong, but a language model wrote `replacement` from several texts. For `remove` and `amend`.
   */
  readonly condensed?: Condensation
  /**
   * Full id of the commit whose annotation supersedes this one. For `supersede`.
   *
   * @pattern FULL_ID
   */
  readonly superseded_by?: string
  /** The location of the region's code in the files of `at_commit`. For `reattach`. */
  readonly place?: CorrectionPlace
  /**
   * Full id of the commit whose files `place` refers to. For `reattach`.
   *
   * @pattern FULL_ID
   */
  readonly at_commit?: string
  /** Empty if the correction contains none, which is only valid for those of other tools. */
  readonly reason: NonEmptyText
  /** `Name <email>`. Empty if the correction contains none. */
  readonly author: NonEmptyText
  /** RFC 3339. Empty if the correction contains none. */
  readonly timestamp: TimestampText
  readonly unknown_keys?: UnknownKeys
}

/** The effect of a correction on an answer. */
export type CorrectionEffect =
  /** A value was removed or replaced, or the region has the place of the correction. */
  | 'applied'
  /** The annotation does not contain the value, or no longer does: nothing was changed. */
  | 'value_not_found'
  /** It changes no value and is shown beside the content it is about. */
  | 'noted'

/** Returns the ref of the corrections that belong to the annotations in a notes ref. */
export function correctionsRef(notesRef: NotesRef): NotesRef {
  return `${notesRef}-corrections` as NotesRef
}
