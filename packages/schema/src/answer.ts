import type { CodedError, Diagnostic } from './coded-error.ts'
import type { Remedy } from './remedy.ts'
import type { Count, Ordinal } from './limited-types.ts'

/**
 * What every answer but that of `read` ends with.
 *
 * @ending
 */
export interface Answer {
  /** The identifier of the output format: `chronicle-deps/v1`. */
  readonly $schema: string
  readonly diagnostics: readonly Diagnostic[]
  /** `null` when nothing was withheld. */
  readonly trimmed: TrimmedAnswer | null
}

/** What was withheld to fit `max_tokens`. */
export interface TrimmedAnswer {
  readonly strategy: 'least_valuable_first'
  /** Tokens of the output as rendered, this notice included. */
  readonly estimated_tokens: Count
  /** Entries withheld, by list name. */
  readonly withheld: Readonly<Record<string, Count>>
  /** Fields taken out of every entry of a list, in the order they went: `steps.reasoning`. */
  readonly withheld_fields?: readonly string[]
  /** The option that brings it back. */
  readonly remedy: Remedy
  /** Present when even the skeleton is larger than the budget. */
  readonly over_budget?: true
}

/** A failed query, as machine output. `$schema` is that of the answer. */
export interface ErrorAnswer {
  readonly $schema: string
  readonly error: Pick<CodedError, 'code' | 'message' | 'data'>
}

/** The place that a query stands for, as it was understood. */
export interface PlaceEcho {
  readonly file: string
  readonly anchor?: string
  /** Instead of an anchor: first and last line, from 1. */
  readonly lines?: readonly [Ordinal, Ordinal]
  /** `WORKTREE`, `INDEX`, `HEAD` or the revision as given. */
  readonly at: string
  /** The commit that `at` stands on. */
  readonly commit: string
  readonly max_tokens?: Count
}
