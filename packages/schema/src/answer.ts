import type { CodedError, Diagnostic } from './coded-error.ts'
import type { Remedy } from './remedy.ts'
import type { Count, Ordinal } from './limited-types.ts'

/**
 * The common end of every answer except that of `read`.
 *
 * @ending
 */
export interface Answer {
  /** The identifier of the output format: `chronicle-deps/v1`. */
  readonly $schema: string
  readonly diagnostics: readonly Diagnostic[]
  /** `null` if nothing was withheld. */
  readonly trimmed: TrimmedAnswer | null
}

/** The content withheld to fit `max_tokens`. */
export interface TrimmedAnswer {
  readonly strategy: 'least_valuable_first'
  /** Tokens of the rendered output, including this notice. */
  readonly estimated_tokens: Count
  /** Number of withheld entries by list name. */
  readonly withheld: Readonly<Record<string, Count>>
  /** Fields removed from every entry of a list, in the order of removal: `steps.reasoning`. */
  readonly withheld_fields?: readonly string[]
  /** The option that restores what was withheld. */
  readonly remedy: Remedy
  /** Present if even the smallest possible answer exceeds the budget. */
  readonly over_budget?: true
}

/** A failed query in machine-readable form. `$schema` is the same as in the answer. */
export interface ErrorAnswer {
  readonly $schema: string
  readonly error: Pick<CodedError, 'code' | 'message' | 'data'>
}

/** The place of a query as it was interpreted. */
export interface PlaceEcho {
  readonly file: string
  readonly anchor?: string
  /** Alternative to an anchor: first and last line, from 1. */
  readonly lines?: readonly [Ordinal, Ordinal]
  /** `WORKTREE`, `INDEX`, `HEAD` or the given revision. */
  readonly at: string
  /** The commit that `at` is based on. */
  readonly commit: string
  readonly max_tokens?: Count
}
