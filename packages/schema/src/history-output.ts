import type { Answer, PlaceEcho } from './answer.ts'
import type { Constraint, ContextLevel, LineRange, RejectedAlternative } from './annotation.ts'
import type { HistoryReason, PlaceHistoryStats } from './history-reason.ts'
import type { Recording, ResolvedRelated, ResolvedUnit, Shown, ShownCorrection } from './read-output.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the `history` output format. */
export const HISTORY_OUTPUT_SCHEMA = 'chronicle-history/v1'

/** The query as it was interpreted, including defaults. */
export interface HistoryQueryEcho extends PlaceEcho {
  /** Maximum number of steps; the newest are kept. */
  readonly limit: Count
  readonly follow_related: boolean
  readonly max_tokens?: Count
}

/** The origin of an annotation that was not written for its commit. */
export interface StepProvenance {
  readonly operation: string
  readonly derived_from?: readonly string[]
}

/** A step that refers to another one, and their relationship. */
export interface StepLink {
  /** The commit of the linking step. */
  readonly commit: string
  /** The unit that the linking step is about. */
  readonly anchor?: string
  readonly relationship: string
}

/** What is recorded about the code at one commit. If nothing is, what the commit itself says. */
export interface HistoryStep {
  /** Present if nothing is recorded: `message`, and the comments in `constraints`, are the commit's own words. */
  readonly origin?: 'history'
  readonly commit: string
  /** Committer time of the commit, RFC 3339. */
  readonly timestamp: string
  /** `Name <email>` of the commit's author. */
  readonly author: string
  /** First line of the commit's message. */
  readonly subject: string
  /**
   * The rest of the message, without `Signed-off-by` and the like; a long one is cut. With `origin`: the passages that
   * give reasons, in full.
   */
  readonly message?: string
  readonly context_level: ContextLevel
  /**
   * When and by whom it was recorded, if that was more than a day after the commit or by somebody other than its
   * author.
   */
  readonly recorded?: Recording
  /** The path at that time. Absent if the step is about the whole commit. */
  readonly file?: string
  /** The name of the unit at that time. */
  readonly anchor?: string
  /** The lines as recorded at `commit`. */
  readonly lines?: LineRange
  /** Its current name, if it was renamed since. */
  readonly renamed_to?: string
  /** Its current place, if it was moved to another file since. */
  readonly moved_to?: string
  /** Present if the unit no longer exists. */
  readonly gone?: true
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
  /** Present on a step about other code: the steps that link to it. */
  readonly linked_from?: readonly StepLink[]
  /** With `origin`: what the commit is about, if that is more than the requested place. */
  readonly about?: NonNullable<HistoryReason['about']>
  /** With `origin`: number of files that the commit changed. */
  readonly files_changed?: Count
  /** With `origin`: the later commit that reverted or fixed this one. */
  readonly replaced_by?: NonNullable<HistoryReason['replaced_by']>
  /** With `origin`: the earlier commits that this one reverts, as far as its message gives their ids. */
  readonly reverts?: NonNullable<HistoryReason['reverts']>
}

/** How the answer was obtained. */
export interface HistoryStats {
  /**
   * Number of annotated places about the code, and of commits about it without an annotation, before `limit` is
   * applied.
   */
  readonly steps_found: Count
  /** Number of them in the answer, before a token budget is applied. */
  readonly steps_returned: Count
  /** Number of steps about other code that returned steps link to. */
  readonly linked_steps: Count
  /** Paths under which the code was annotated, the current one first. */
  readonly paths: readonly string[]
  /** Names under which the unit was annotated, the current ones first. Empty for a file. */
  readonly names: readonly string[]
  /** Absent if only notes were queried. */
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
