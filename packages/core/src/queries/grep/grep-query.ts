import type { RecordedKind } from '@chronicle/schema'
import type { ReadQuery } from '../../read/read-query.ts'

/** The conditions of a search in annotations. Every condition narrows the search; at least one is required. */
export interface GrepQuery extends Pick<ReadQuery, 'format' | 'maxTokens' | 'remedies'> {
  /** A JavaScript regular expression with the flag `u`, or plain text with `fixedStrings`. Absent: any text. */
  readonly pattern?: string | undefined
  readonly fixedStrings?: boolean | undefined
  /** Default: `true` for a pattern without upper-case letters. */
  readonly ignoreCase?: boolean | undefined
  /** Only texts of these kinds. */
  readonly kinds?: readonly RecordedKind[] | undefined
  /** Only regions with one of these tags; case is ignored. */
  readonly tags?: readonly string[] | undefined
  /** Only annotations about these files and about files below these folders, under any name they have had. */
  readonly paths?: readonly string[] | undefined
  /** The commit whose history is searched; default `HEAD`. */
  readonly at?: string | undefined
  /** Whether to include annotations outside that history. */
  readonly all?: boolean | undefined
  /** Maximum number of matches to return, newest commits first. Default 50. */
  readonly limit?: number | undefined
  /** Whether to return whole texts instead of the matching sentences, and to include retracted regions. */
  readonly verbose?: boolean | undefined
}

/** Default maximum number of matches in an answer. */
export const DEFAULT_GREP_LIMIT = 50
