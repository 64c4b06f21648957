import type { LineRange } from '@chronicle/schema'
import type { AnnotationOrigin } from '../contracts/annotation-source.ts'
import type { RemedyStyle } from '../contracts/formatter.ts'
import type { ReadFilters } from '../contracts/read-options.ts'

/** The input of a read. Everything but `files` has a default. */
export interface ReadQuery extends ReadFilters {
  /** Paths from the repository root. At least one; several form a multi-file query. */
  readonly files: readonly string[]
  /** Name of a unit. Excludes `lines`. */
  readonly anchor?: string | undefined
  /** Whether `anchor` must be a name of a unit. By default, a similar spelling is read, with a warning. */
  readonly exactName?: boolean | undefined
  /** Lines in the state that `at` names. Excludes `anchor` and several files. */
  readonly lines?: LineRange | undefined
  /**
   * The state of the files: `WORKTREE` (the default if there is a working tree), `INDEX`, or any revision, `HEAD`
   * included.
   */
  readonly at?: string | undefined
  /** An ISO 8601 date or a revision. Only annotations made at that time or later. */
  readonly since?: string | undefined
  /** Only regions with at least one of these tags. */
  readonly tags?: readonly string[] | undefined
  /** Sources of answers: `notes` for what is recorded, and `history` for what commit messages say. Default: both. */
  readonly sources?: readonly AnnotationOrigin[] | undefined
  /** When aborted, the `history` part ends with what was found by then. Notes are read to the end. Absent: no limit. */
  readonly historyUntil?: AbortSignal | undefined
  /** Budget for the rendered answer. Absent or 0: no limit. */
  readonly maxTokens?: number | undefined
  /** The format in which the budget is measured; default `markdown`. */
  readonly format?: OutputFormat | undefined
  /** Whether to measure the budget with empty fields included, and to keep repeated texts. */
  readonly verbose?: boolean | undefined
  /** The style of remedies with which the budget is measured; default `none`. */
  readonly remedies?: RemedyStyle | undefined
}

/** The built-in formats. */
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

export const OUTPUT_FORMATS = ['markdown', 'json', 'pretty'] as const
