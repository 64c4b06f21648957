import type { Answer } from './answer.ts'
import type { Constraint, ContextLevel, LineRange } from './annotation.ts'
import type { HistoryReason, PlaceHistoryStats } from './history-reason.ts'
import type { Shown } from './read-output.ts'
import type { Count, Ordinal } from './limited-types.ts'

/** The identifier of the `summary` output format. */
export const SUMMARY_OUTPUT_SCHEMA = 'chronicle-summary/v1'

/** The query as it was understood. */
export interface SummaryQueryEcho {
  /** A file or a folder; empty for the top of the repository. */
  readonly file: string
  readonly kind: 'file' | 'folder'
  readonly anchor?: string
  /** Instead of an anchor: first and last line, from 1. */
  readonly lines?: readonly [Ordinal, Ordinal]
  /** `WORKTREE`, `INDEX`, `HEAD` or the revision as given. */
  readonly at: string
  /** The commit that `at` stands on. Empty before the first commit. */
  readonly commit: string
  readonly max_tokens?: Count
}

/** What the most recent annotation of a unit says; one entry for each region in it. */
export interface SummaryUnit {
  /** Ends with `/` for a rule of a folder; `./` is the repository. */
  readonly file: string
  /** Absent: said of the file, or of lines that are in no unit. */
  readonly anchor?: string
  readonly type?: string
  /** Where the unit is now. */
  readonly lines?: LineRange
  readonly commit: string
  readonly timestamp: string
  readonly context_level: ContextLevel
  readonly intent: string
  readonly constraints: readonly Shown<Constraint>[]
  readonly risk_notes?: string
  /** Older annotations of the same unit. */
  readonly older: Count
  /** It was flagged as wrong; `read` shows why. */
  readonly flagged?: true
}

/** One file with annotations. */
export interface SummaryFile {
  readonly file: string
  readonly annotated_units: Count
  /** Absent where the language is not known. */
  readonly unannotated_units?: Count
}

/** What was counted. */
export interface SummaryStats {
  /** Files there are, annotated or not. */
  readonly files: Count
  readonly annotated_files: Count
  /** Named units with an annotation. What is said of a file as a whole is no unit. */
  readonly annotated_units: Count
  /** Named units without one, of the file or of a folder's annotated files, where the language is known. */
  readonly unannotated_units: Count
  /** Annotated units whose code is gone; they are left out. */
  readonly gone_units: Count
  /** Entries in `units`, before a token budget. */
  readonly units_returned: Count
  /** Absent where the history was not asked. */
  readonly history?: PlaceHistoryStats
}

/** The answer to a `summary`. */
export interface SummaryOutput extends Answer {
  readonly $schema: typeof SUMMARY_OUTPUT_SCHEMA
  readonly query: SummaryQueryEcho
  /** By file, then in the order of the code. */
  readonly units: readonly SummaryUnit[]
  /** Of a folder: annotated files by path. */
  readonly files?: readonly SummaryFile[]
  /** What the commits that changed the place say themselves, as far as it is not recorded, newest first. Absent: nothing. */
  readonly from_history?: readonly HistoryReason[]
  readonly stats: SummaryStats
}
