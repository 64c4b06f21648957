import type { Answer, PlaceEcho } from './answer.ts'
import type { CrossCuttingEntry, HeldByTest, ReadRegion, ResolvedUnit } from './read-output.ts'
import type { Dependent } from './deps-output.ts'
import type { HistoryReason, PlaceHistoryStats } from './history-reason.ts'
import type { HistoryStep } from './history-output.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the `lookup` output format. */
export const LOOKUP_OUTPUT_SCHEMA = 'chronicle-lookup/v1'

/** An unresolved correction of something that is shown. */
export interface OpenCorrection {
  /** The annotated commit. */
  readonly commit: string
  /** The file that the correction is about. Absent, together with `anchor`, when it is about the whole annotation. */
  readonly file?: string
  readonly anchor?: string
  /** The type as recorded; `unknown` when the correction has none. */
  readonly correction_type: string
  readonly field?: string
  /** The value that is wrong. */
  readonly target_value?: string
  /** The value proposed instead, which is not applied: another correction replaced or removed the value before. */
  readonly replacement?: string
  /** The commit whose annotation replaces this one. */
  readonly superseded_by?: string
  /** Empty when the correction gives no reason. */
  readonly reason: string
  readonly author?: string
  readonly timestamp?: string
}

/** Number of results found, before the token budget is applied. */
export interface LookupStats {
  readonly regions: Count
  readonly dependents: Count
  readonly history_steps: Count
  readonly open_corrections: Count
  /** Number of regions about the place whose code no longer exists. `history` shows them. */
  readonly gone_regions?: Count
  /** Number of regions that only quote a comment that is still in the code. Text answers omit them. */
  readonly quoted_regions?: Count
  /** Absent when the history was not searched. */
  readonly history?: PlaceHistoryStats
}

/** The answer to a `lookup`: what to know before touching a place. */
export interface LookupOutput extends Answer {
  readonly $schema: typeof LOOKUP_OUTPUT_SCHEMA
  readonly query: PlaceEcho
  readonly open_corrections: readonly OpenCorrection[]
  /** The regions of the place, as in `read`. */
  readonly regions: readonly ReadRegion[]
  /** Unrecorded reasons from commit messages and removed comments, as in `read`. */
  readonly from_history?: readonly HistoryReason[]
  /** Code that depends on the place, as in `deps`. */
  readonly dependents: readonly Dependent[]
  readonly cross_cutting: readonly CrossCuttingEntry[]
  /** Tests that hold the place, as in `read`. */
  readonly held_by_tests?: readonly HeldByTest[]
  /** The latest steps, oldest first. Text that `regions` already contains is not repeated. */
  readonly history: readonly HistoryStep[]
  readonly ambiguous_anchor?: true
  readonly resolved?: readonly ResolvedUnit[]
  readonly stats: LookupStats
}
