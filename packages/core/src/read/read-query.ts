import type { LineRange } from '@chronicle/schema'
import type { AnnotationOrigin } from '../contracts/annotation-source.ts'
import type { RemedyStyle } from '../contracts/formatter.ts'
import type { ReadFilters } from '../contracts/read-options.ts'

/** What to read. Everything but `files` has a default. */
export interface ReadQuery extends ReadFilters {
  /** Paths from the repository root. At least one; several make a multi-file query. */
  readonly files: readonly string[]
  /** A named unit. Excludes `lines`. */
  readonly anchor?: string
  /** Lines of the state that `at` names. Excludes `anchor` and several files. */
  readonly lines?: LineRange
  /**
   * The state of the files that the query speaks of: `WORKTREE` (the default where there is one), `INDEX`, or any
   * revision, `HEAD` included.
   */
  readonly at?: string
  /** An ISO 8601 date or a revision. Only annotations made at that time or later. */
  readonly since?: string
  /** Only regions with at least one of these tags. */
  readonly tags?: readonly string[]
  /** Where answers come from: what is recorded in `notes`, and what the `history` says. Default: both. */
  readonly sources?: readonly AnnotationOrigin[]
  /**
   * When it is aborted, what the `history` says ends with what was found until then. Notes are read to the end. Absent:
   * no such bound.
   */
  readonly historyUntil?: AbortSignal
  /** Budget for the rendered answer. Absent or 0: no limit. */
  readonly maxTokens?: number
  /** The format that the budget is measured in; default `markdown`. */
  readonly format?: OutputFormat
  /** Measure the budget with empty fields included, and keep what the answer says twice. */
  readonly verbose?: boolean
  /** The style of remedies that the budget is measured with; default `none`. */
  readonly remedies?: RemedyStyle
}

/** The built-in formats. */
export type OutputFormat = 'markdown' | 'json' | 'pretty'
