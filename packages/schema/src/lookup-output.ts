import type { Answer, PlaceEcho } from './answer.ts'
import type { CrossCuttingEntry, HeldByTest, ReadRegion, ResolvedUnit } from './read-output.ts'
import type { Dependent } from './deps-output.ts'
import type { HistoryReason, PlaceHistoryStats } from './history-reason.ts'
import type { HistoryStep } from './history-output.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the `lookup` output format. */
export const LOOKUP_OUTPUT_SCHEMA = 'chronicle-lookup/v1'

/** A correction that was made to what is shown and that nobody has settled yet. */
export interface OpenCorrection {
  /** The annotated commit. */
  readonly commit: string
  /** Absent with `anchor`: it speaks of the whole annotation. */
  readonly file?: string
  readonly anchor?: string
  /** As recorded; `unknown` when it does not say. */
  readonly correction_type: string
  readonly field?: string
  /** The value that is wrong. */
  readonly target_value?: string
  /** The commit whose annotation takes its place. */
  readonly superseded_by?: string
  /** Empty when it does not say. */
  readonly reason: string
  readonly author?: string
  readonly timestamp?: string
}

/** What was found, before a token budget. */
export interface LookupStats {
  readonly regions: Count
  readonly dependents: Count
  readonly history_steps: Count
  readonly open_corrections: Count
  /** Regions about the place whose code is gone; `history` shows them. */
  readonly gone_regions?: Count
  /** Regions that only quote a comment that still stands in the code; left out of text answers. */
  readonly quoted_regions?: Count
  /** Absent where the history was not asked. */
  readonly history?: PlaceHistoryStats
}

/** The answer to a `lookup`: what to know before touching a place. */
export interface LookupOutput extends Answer {
  readonly $schema: typeof LOOKUP_OUTPUT_SCHEMA
  readonly query: PlaceEcho
  readonly open_corrections: readonly OpenCorrection[]
  /** As in `read`. */
  readonly regions: readonly ReadRegion[]
  /** As in `read`. */
  readonly from_history?: readonly HistoryReason[]
  /** As in `deps`. */
  readonly dependents: readonly Dependent[]
  readonly cross_cutting: readonly CrossCuttingEntry[]
  /** As in `read`. */
  readonly held_by_tests?: readonly HeldByTest[]
  /** The last steps, oldest first; what `regions` tells is not repeated. */
  readonly history: readonly HistoryStep[]
  readonly ambiguous_anchor?: true
  readonly resolved?: readonly ResolvedUnit[]
  readonly stats: LookupStats
}
