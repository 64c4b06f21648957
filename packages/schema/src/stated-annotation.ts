import type { ContextLevel, Evidence, LineRange } from './annotation.ts'
import type { NonEmptyText } from './limited-types.ts'

/*
 * The input that an author passes to `annotate --live`. Few fields are required, and short forms are accepted: texts
 * instead of objects, "10:20" for lines.
 */

/** A line range as text: one number, or two separated by `:`, `-` or `,`. */
export const LINES_TEXT: RegExp = /^\s*\d+\s*(?:[:,-]\s*\d+\s*)?$/

/**
 * A line range as text: `10:20`.
 *
 * @pattern LINES_TEXT
 */
export type LinesText = string

/** What the author of a commit states about it. Absent values are derived; unknown keys are reported. */
export interface StatedAnnotation {
  /** The commit to annotate, as any revision that git resolves. Default HEAD. */
  readonly commit?: NonEmptyText
  /** What the commit does, in a sentence or two. */
  readonly summary: NonEmptyText
  /** What you were asked to do. */
  readonly task?: NonEmptyText
  /** Default enhanced, because you state what you know. */
  readonly context_level?: ContextLevel
  readonly regions?: readonly StatedRegion[]
  readonly cross_cutting?: readonly StatedConcern[]
}

/** What you have to say about one place. */
export interface StatedRegion {
  /**
   * A path relative to the repository root: a file, a folder with `/` at its end (a rule for everything below it), or
   * `./`.
   */
  readonly file: string
  /** The name of a unit of code, such as "MqttClient::connect". Derived from the lines if absent. */
  readonly anchor?: StatedAnchor
  /** The same as `anchor`. */
  readonly ast_anchor?: StatedAnchor
  /** Lines at the commit, as "10:20" or {"start": 10, "end": 20}. Derived from the anchor if absent. */
  readonly lines?: LinesText | LineRange
  /** What this code is for, and why it is the way it is. */
  readonly intent: NonEmptyText
  /** Why this and not something else. */
  readonly reasoning?: NonEmptyText
  /** Invariants that the code protects or assumes. */
  readonly constraints?: readonly (NonEmptyText | StatedConstraint)[]
  /** What may go wrong here. */
  readonly risk_notes?: NonEmptyText
  readonly tags?: readonly NonEmptyText[]
  /** Alternatives that were considered and rejected. */
  readonly rejected_alternatives?: readonly (NonEmptyText | StatedAlternative)[]
  /** Code elsewhere that this relies on. */
  readonly semantic_dependencies?: readonly StatedDependency[]
  /** Reasoning recorded on other commits. */
  readonly related_annotations?: readonly StatedLink[]
  /** Set it if it differs from that of the annotation. */
  readonly context_level?: ContextLevel
  readonly evidence?: readonly Evidence[]
}

/** A unit of code, by its name alone or with details that distinguish it from others of that name. */
export type StatedAnchor =
  | NonEmptyText
  | {
      /** The name of the unit, qualified if need be. */
      readonly name: NonEmptyText
      /** Kind of unit. Derived if absent. */
      readonly type?: NonEmptyText
      /** The same as `type`. */
      readonly unit_type?: NonEmptyText
      /** Derived if absent. */
      readonly signature?: NonEmptyText
    }

/** An invariant. The default source is the author. */
export interface StatedConstraint {
  /** The invariant. */
  readonly text: NonEmptyText
  readonly source?: 'author' | 'inferred'
}

/** A rejected alternative. */
export interface StatedAlternative {
  /** What was considered. */
  readonly approach: NonEmptyText
  /** Why it was rejected. */
  readonly reason?: NonEmptyText
}

/** Code elsewhere. */
export interface StatedDependency {
  /** Where the other code is. */
  readonly file: NonEmptyText
  readonly anchor?: string
  /** What is assumed about it. */
  readonly nature: NonEmptyText
}

/** Reasoning recorded elsewhere. */
export interface StatedLink {
  /** The commit it is recorded on; may be abbreviated. */
  readonly commit: NonEmptyText
  readonly anchor?: string
  readonly relationship?: string
}

/** Places that must change together, as "file:anchor" or a bare file. */
export interface StatedConcern {
  /** Why these places must change together. */
  readonly description: NonEmptyText
  readonly regions: readonly (NonEmptyText | StatedPlace)[]
  /** The kind of coupling. */
  readonly nature?: NonEmptyText
  readonly tags?: readonly NonEmptyText[]
}

/** A place, by its file and the name of a unit in it. */
export interface StatedPlace {
  /** The file. */
  readonly file: NonEmptyText
  readonly anchor?: string
}
