import type { Answer } from './answer.ts'
import type { Constraint, ContextLevel, LineRange } from './annotation.ts'
import type { HistoryReason, PlaceHistoryStats } from './history-reason.ts'
import type { Shown } from './read-output.ts'
import type { Count, Ordinal } from './limited-types.ts'

/** The identifier of the `summary` output format. */
export const SUMMARY_OUTPUT_SCHEMA = 'chronicle-summary/v1'

/** The query as it was interpreted. */
export interface SummaryQueryEcho {
  /** A file or a folder; empty for the repository root. */
  readonly file: string
  readonly kind: 'file' | 'folder'
  readonly anchor?: string
  /** First and last line, 1-based, when given instead of an anchor. */
  readonly lines?: readonly [Ordinal, Ordinal]
  /** `WORKTREE`, `INDEX`, `HEAD` or the given revision. */
  readonly at: string
  /** The commit of `at`, or of `HEAD` for `WORKTREE` and `INDEX`. Empty before the first commit. */
  readonly commit: string
  readonly max_tokens?: Count
}

/** The most recent annotation of a unit, with one entry for each of its regions. */
export interface SummaryUnit {
  /** Ends with `/` for a rule about a folder; `./` is the repository. */
  readonly file: string
  /** Absent when it is about the whole file, or about lines outside any unit. */
  readonly anchor?: string
  readonly type?: string
  /** The current lines of the unit. */
  readonly lines?: LineRange
  readonly commit: string
  readonly timestamp: string
  readonly context_level: ContextLevel
  readonly intent: string
  readonly constraints: readonly Shown<Constraint>[]
  readonly risk_notes?: string
  /** Number of older annotations of the same unit. */
  readonly older: Count
  /** Present when the annotation was flagged as wrong; `read` shows why. */
  readonly flagged?: true
}

/** One file with annotations. */
export interface SummaryFile {
  readonly file: string
  readonly annotated_units: Count
  /** Absent if the language is unknown. */
  readonly unannotated_units?: Count
}

/** Numbers of files and units. */
export interface SummaryStats {
  /** Number of files, annotated or not. */
  readonly files: Count
  readonly annotated_files: Count
  /** Number of named units with an annotation. Annotations of whole files do not count. */
  readonly annotated_units: Count
  /**
   * Number of named units without an annotation, in the file or in the annotated files of a folder, as far as the
   * language is known.
   */
  readonly unannotated_units: Count
  /** Number of annotated units whose code no longer exists; `units` omits them. */
  readonly gone_units: Count
  /** Number of entries in `units`, before the token budget is applied. */
  readonly units_returned: Count
  /** Absent when the history was not searched. */
  readonly history?: PlaceHistoryStats
}

/** The answer to a `summary`. */
export interface SummaryOutput extends Answer {
  readonly $schema: typeof SUMMARY_OUTPUT_SCHEMA
  readonly query: SummaryQueryEcho
  /** The units, by file and then in source order; of a file, then the rules of its folders. */
  readonly units: readonly SummaryUnit[]
  /** The annotated files of a folder, by path. */
  readonly files?: readonly SummaryFile[]
  /**
   * Unrecorded reasons from messages and removed comments of the commits that changed the place, newest first.
   * Absent when there are none.
   */
  readonly from_history?: readonly HistoryReason[]
  readonly stats: SummaryStats
}
