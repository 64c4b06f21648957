import type { AstAnchor, LineRange, UnknownKeys } from './annotation.ts'
import type { NotesRef } from './ids.ts'
import type { NonEmptyText, Ordinal, RegionPathText, TimestampText } from './limited-types.ts'

/** The identifier of the format of one correction. */
export const CORRECTION_SCHEMA = 'chronicle-correction/v1'

/** The types of corrections. */
export const CORRECTION_TYPES = ['flag', 'remove', 'amend', 'supersede', 'retract', 'reattach'] as const

/**
 * What a correction does: `flag` casts doubt, `remove` takes a value out, `amend` puts another in its place,
 * `supersede` points to newer reasoning, `retract` withdraws, `reattach` says where the code is that it speaks of.
 */
export type CorrectionType = (typeof CORRECTION_TYPES)[number]

/** A place in one state of the files: a file, a folder or the repository; of a file, perhaps a unit and lines. */
export interface CorrectionPlace {
  readonly file: RegionPathText
  readonly ast_anchor?: AstAnchor
  readonly lines?: LineRange
}

/**
 * Says that a language model condensed recorded texts into one. The corrections of one `set` are applied together or not
 * at all: as soon as one of the texts is no longer there, all are shown as they were recorded.
 */
export interface Condensation {
  /** The model: `anthropic/claude-…`. */
  readonly with: NonEmptyText
  /** How many texts became one. */
  readonly texts: Ordinal
  /** From the annotations of how many commits they came. Absent: the annotation does not name them. */
  readonly commits?: Ordinal
  /** The same in all corrections that belong together. */
  readonly set: NonEmptyText
  /** How many corrections belong together: one `amend` with the new text, and a `remove` for each other region. */
  readonly parts: Ordinal
}

/**
 * What somebody found wrong with an annotation. It is stored beside the annotation, on the same commit in the ref that
 * `correctionsRef` names, and never rewrites it. Without `file`, `anchor` and `intent` it speaks of the whole
 * annotation, without what was stated on its commit later.
 */
export interface Correction {
  /** The file as the annotation names it. Only regions in it are meant. */
  readonly file?: RegionPathText
  /** Only regions whose anchor has this name, in full or in its last segments, are meant. */
  readonly anchor?: NonEmptyText
  /**
   * The intent as recorded: only regions that were recorded with exactly this intent are meant, not others that are
   * recorded at the same place.
   */
  readonly intent?: NonEmptyText
  readonly correction_type: CorrectionType
  /** The field of the region that is wrong, such as `constraints`. For `remove` and `amend`. */
  readonly field?: NonEmptyText
  /** The value of the field that is wrong. For `remove` and `amend`. */
  readonly target_value?: NonEmptyText
  /** What `amend` puts in its place. */
  readonly replacement?: NonEmptyText
  /** Set where nothing is wrong, and a language model wrote `replacement` out of several texts. For `remove` and `amend`. */
  readonly condensed?: Condensation
  /**
   * Full id of the commit whose annotation takes its place. For `supersede`.
   *
   * @pattern FULL_ID
   */
  readonly superseded_by?: string
  /** Where the code of the region is, in the files of `at_commit`. For `reattach`. */
  readonly place?: CorrectionPlace
  /**
   * Full id of the commit in whose files `place` is stated. For `reattach`.
   *
   * @pattern FULL_ID
   */
  readonly at_commit?: string
  /** Empty when the correction does not say, which only those of other tools may. */
  readonly reason: NonEmptyText
  /** `Name <email>`. Empty when it does not say. */
  readonly author: NonEmptyText
  /** RFC 3339. Empty when it does not say. */
  readonly timestamp: TimestampText
  readonly unknown_keys?: UnknownKeys
}

/** What a correction came to in an answer. */
export type CorrectionEffect =
  /** A value was taken out or replaced, or the region has the place that it gives. */
  | 'applied'
  /** The value is not, or no longer, in the annotation: nothing was changed. */
  | 'value_not_found'
  /** It changes no value: shown beside what it speaks of. */
  | 'noted'

/** The ref that holds the corrections of the annotations in a notes ref. */
export function correctionsRef(notesRef: NotesRef): NotesRef {
  return `${notesRef}-corrections` as NotesRef
}
