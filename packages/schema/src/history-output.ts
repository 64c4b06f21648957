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

/** What was recorded about the code at one commit. */
export interface HistoryStep {
  readonly commit: string
  /** Committer time of the commit; the annotation's own time where the commit is missing. RFC 3339. */
  readonly timestamp: string
  /** `Name <email>` of the commit's author. Absent when the commit is missing. */
  readonly author?: string
  /** First line of the commit's message. */
  readonly subject?: string
  readonly context_level: ContextLevel
  /** The path as it was called then. */
  readonly file: string
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
}

/** How the answer was obtained. */
export interface HistoryStats {
  readonly steps_found: number
  readonly steps_returned: number
  /** Names and paths that the code has had, the present ones included. */
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
