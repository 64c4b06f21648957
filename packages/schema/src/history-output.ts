import type { Answer, PlaceEcho } from './answer.ts'
import type { Constraint, ContextLevel, LineRange, RejectedAlternative } from './annotation.ts'
import type { HistoryReason, PlaceHistoryStats } from './history-reason.ts'
import type { Recording, ResolvedRelated, ResolvedUnit, Shown, ShownCorrection } from './read-output.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the `history` output format. */
export const HISTORY_OUTPUT_SCHEMA = 'chronicle-history/v1'

/** The query as it was understood, with every default filled in. */
export interface HistoryQueryEcho extends PlaceEcho {
  /** Most steps; the newest are kept. */
  readonly limit: Count
  readonly follow_related: boolean
  readonly max_tokens?: Count
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

/** What was recorded about the code at one commit; or, where nothing was, what the commit says itself. */
export interface HistoryStep {
  /** Nothing is recorded: `message`, and the comments that are its `constraints`, are the commit's own words. */
  readonly origin?: 'history'
  readonly commit: string
  /** Committer time of the commit. RFC 3339. */
  readonly timestamp: string
  /** `Name <email>` of the commit's author. */
  readonly author: string
  /** First line of the commit's message. */
  readonly subject: string
  /** What the message says below that; a long one is cut. With `origin`: the passages that argue, whole. */
  readonly message?: string
  readonly context_level: ContextLevel
  /** When and by whom, where it was recorded more than a day after the commit, or by somebody but its author. */
  readonly recorded?: Recording
  /** The path as it was called then. Absent: said of the whole commit. */
  readonly file?: string
  /** The unit as it was called then. */
  readonly anchor?: string
  /** The lines as recorded at `commit`. */
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
  readonly corrections?: readonly ShownCorrection[]
  readonly related?: readonly ResolvedRelated[]
  readonly provenance: StepProvenance
  /** Present on a step that speaks of other code: the steps that link to it. */
  readonly linked_from?: readonly StepLink[]
  /** With `origin`: what the commit is about, when that is more than the place asked for. */
  readonly about?: NonNullable<HistoryReason['about']>
  /** With `origin`: files that the commit changed. */
  readonly files_changed?: Count
  /** With `origin`: the later commit that undid or fixed this one. */
  readonly replaced_by?: NonNullable<HistoryReason['replaced_by']>
}

/** How the answer was obtained. */
export interface HistoryStats {
  /** Annotated places that speak of the code, and commits that do where nothing is recorded, before `limit`. */
  readonly steps_found: Count
  /** Of those, the ones in the answer, before a token budget. */
  readonly steps_returned: Count
  /** Steps that speak of other code and are linked from those returned. */
  readonly linked_steps: Count
  /** Paths that the code was annotated under, the present one first. */
  readonly paths: readonly string[]
  /** Names that the unit was annotated under, the present ones first. Empty for a file. */
  readonly names: readonly string[]
  /** Absent where only notes were asked. */
  readonly history?: PlaceHistoryStats
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
