import type { Answer, PlaceEcho } from './answer.ts'
import type { Constraint, ContextLevel, LineRange } from './annotation.ts'
import type { Shown } from './read-output.ts'

/** The identifier of the `summary` output format. */
export const SUMMARY_OUTPUT_SCHEMA = 'chronicle-summary/v1'

/** The query as it was understood. `file` may be a folder; `""` is the top of the repository. */
export interface SummaryQueryEcho extends PlaceEcho {
  readonly kind: 'file' | 'folder'
}

/** What the most recent annotation of a unit says; one entry for each region in it. */
export interface SummaryUnit {
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
  readonly older: number
  /** It was flagged as wrong; `read` shows why. */
  readonly flagged?: true
}

/** One file with annotations. */
export interface SummaryFile {
  readonly file: string
  readonly annotated_units: number
  /** Absent where the language is not known. */
  readonly unannotated_units?: number
}

/** What was counted. */
export interface SummaryStats {
  /** Files there are, annotated or not. */
  readonly files: number
  readonly annotated_files: number
  /** Named units with an annotation. What is said of a file as a whole is no unit. */
  readonly annotated_units: number
  /** Named units without one, of the file or of a folder's annotated files, where the language is known. */
  readonly unannotated_units: number
  /** Annotated units whose code is gone; they are left out. */
  readonly gone_units: number
  /** Entries in `units`, before a token budget. */
  readonly units_returned: number
}

/** The answer to a `summary`. */
export interface SummaryOutput extends Answer {
  readonly $schema: typeof SUMMARY_OUTPUT_SCHEMA
  readonly query: SummaryQueryEcho
  /** By file, then in the order of the code. */
  readonly units: readonly SummaryUnit[]
  /** Of a folder: annotated files by path. */
  readonly files?: readonly SummaryFile[]
  readonly stats: SummaryStats
}
