import type { RecordedKind } from '@chronicle/schema'
import type { ReadQuery } from '../../read/read-query.ts'

/** What to look for in what is recorded. Every condition narrows the search; at least one is needed. */
export interface GrepQuery extends Pick<ReadQuery, 'format' | 'maxTokens' | 'remedies'> {
  /** A regular expression of JavaScript with the flag `u`, or with `fixedStrings` a text. Absent: any text. */
  readonly pattern?: string
  readonly fixedStrings?: boolean
  /** Default: `true` for a pattern without upper-case letters. */
  readonly ignoreCase?: boolean
  /** Only texts of these kinds. */
  readonly kinds?: readonly RecordedKind[]
  /** Only regions with one of these tags; upper and lower case are the same. */
  readonly tags?: readonly string[]
  /** Only what is recorded about these files, and below these folders; under every name that they have had. */
  readonly paths?: readonly string[]
  /** The commit whose history is searched; default `HEAD`. */
  readonly at?: string
  /** Annotations that are not in that history, too. */
  readonly all?: boolean
  /** Most matches, of the newest commits first. Default 50. */
  readonly limit?: number
  /** Whole texts rather than the sentences that match, and regions that were retracted. */
  readonly verbose?: boolean
}

/** Most matches in an answer. */
export const DEFAULT_GREP_LIMIT = 50
