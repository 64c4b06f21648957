import type { RemedyStyle } from '../../contracts/formatter.ts'
import type { OutputFormat } from '../../read/read-query.ts'

/** What to give an account of. */
export interface StatusQuery {
  /** The revision whose history and files are looked at; default `HEAD`. */
  readonly at?: string
  /** Budget for the rendered answer. Absent: no limit. */
  readonly maxTokens?: number
  /** The format that the budget is measured in; default `markdown`. */
  readonly format?: OutputFormat
  /** Measure the budget with empty fields included. */
  readonly verbose?: boolean
  /** The style of remedies that the budget is measured with; default `none`. */
  readonly remedies?: RemedyStyle
}

/** Newest annotations that are read to count what they say. */
export const MAX_STATUS_ANNOTATIONS = 2000
