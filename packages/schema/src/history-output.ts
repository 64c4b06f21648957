import type { Answer, PlaceEcho } from './answer.ts'
import type { Constraint, ContextLevel, LineRange, RejectedAlternative, UnknownKeys } from './annotation.ts'
import type { ResolvedRelated, ResolvedUnit, Shown } from './read-output.ts'

/** The identifier of the `history` output format. */
export const HISTORY_OUTPUT_SCHEMA = 'chronicle-history/v1'

/** The query as it was understood, with every default filled in. */
export interface HistoryQueryEcho extends PlaceEcho {
  /** Most steps; the newest are kept. */
  readonly limit: number
  readonly follow_related: boolean
}

/** Where an annotation comes from, when it was not written for its commit. */
export interface StepProvenance {
  readonly operation: string
  readonly derived_from?: readonly string[]
}

/** A step that refers to another one, and how. */
export interface StepLink {
  /** The commit of the step that links. */
  readonly commit: string
  /** The unit that the step speaks of. */
  readonly anchor?: string
  readonly relationship: string
}

/** What was recorded about the code at one commit. */
export interface HistoryStep {
  readonly commit: string
  /** Committer time of the commit. RFC 3339. */
  readonly timestamp: string
  /** `Name <email>` of the commit's author. */
  readonly author: string
  /** First line of the commit's message. */
  readonly subject: string
  /** What the message says below that; a long one is cut. */
  readonly message?: string
  readonly context_level: ContextLevel
  /** The path as it was called then. Absent: said of the whole commit. */
  readonly file?: string
  /** The unit as it was called then. */
  readonly anchor?: string
  readonly lines?: LineRange
  /** The name it has now, when it was renamed since. */
  readonly renamed_to?: string
  readonly summary?: string
  readonly task?: string
  readonly intent: string
  readonly reasoning?: string
  readonly constraints: readonly Shown<Constraint>[]
  readonly rejected_alternatives?: readonly Shown<RejectedAlternative>[]
  readonly risk_notes?: string
  readonly tags?: readonly string[]
  readonly corrections?: readonly UnknownKeys[]
  readonly related?: readonly ResolvedRelated[]
  readonly provenance: StepProvenance
  /** Present on a step that speaks of other code: the steps that link to it. */
  readonly linked_from?: readonly StepLink[]
}

/** How the answer was obtained. */
export interface HistoryStats {
  /** Annotated places that speak of the code, before `limit`. */
  readonly steps_found: number
  /** Of those, the ones in the answer, before a token budget. */
  readonly steps_returned: number
  /** Steps that speak of other code and are linked from those returned. */
  readonly linked_steps: number
  /** Paths that the code was annotated under, the present one first. */
  readonly paths: readonly string[]
  /** Names that the unit was annotated under, the present ones first. Empty for a file. */
  readonly names: readonly string[]
}

/** The answer to a `history`. */
export interface HistoryOutput extends Answer {
  readonly $schema: typeof HISTORY_OUTPUT_SCHEMA
  readonly query: HistoryQueryEcho
  /** Oldest first. */
  readonly steps: readonly HistoryStep[]
  readonly ambiguous_anchor?: true
  readonly resolved?: readonly ResolvedUnit[]
  readonly stats: HistoryStats
}
