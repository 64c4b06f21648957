import type { RemedyStyle } from '../../contracts/formatter.ts'
import type { OutputFormat } from '../../read/read-query.ts'

/** Which annotation to show. */
export interface ShowQuery {
  /** A revision, or the beginning of the id of an annotated commit that is gone. Default `HEAD`. */
  readonly revision?: string
  /** Where to look for the code of its regions: `WORKTREE` (the default where there is one), `INDEX`, or any revision. */
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
