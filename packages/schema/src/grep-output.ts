import type { Answer } from './answer.ts'
import type { ContextLevel } from './annotation.ts'
import type { Recording } from './read-output.ts'
import type { RecordedKind } from './recorded-kind.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the `grep` output format. */
export const GREP_OUTPUT_SCHEMA = 'chronicle-grep/v1'

/** The search as it was interpreted. */
export interface GrepQueryEcho {
  /** Absent: everything that the other conditions match. */
  readonly pattern?: string
  /** Present if the pattern is plain text, not a regular expression. */
  readonly fixed_strings?: true
  /** Whether upper and lower case match each other. */
  readonly ignore_case: boolean
  readonly kinds?: readonly RecordedKind[]
  readonly tags?: readonly string[]
  /** Files and folders. Absent: everywhere. */
  readonly paths?: readonly string[]
  /** `HEAD` or the given revision. */
  readonly at: string
  /** The commit that `at` resolves to. */
  readonly commit: string
  /** Present if annotations outside of this commit's history were searched, too. */
  readonly all?: true
  /** Maximum number of matches. */
  readonly limit: Count
  readonly max_tokens?: Count
}

/** A matching text. */
export interface GrepMatch {
  readonly commit: string
  /** Time of the annotated commit, RFC 3339. Absent if the commit is not in the repository. */
  readonly timestamp?: string
  readonly context_level: ContextLevel
  /**
   * When and by whom it was recorded, if that was more than a day after the commit or by somebody other than its
   * author.
   */
  readonly recorded?: Recording
  /** The file's current path. Absent if the text is about the whole commit. */
  readonly file?: string
  /** The path in the note, if the file has another name now. */
  readonly recorded_file?: string
  /** Present if the file no longer exists. */
  readonly gone?: true
  /** The recorded name of the unit. */
  readonly anchor?: string
  /** The current place of the unit, if it has another name or file now. */
  readonly moved_to?: string
  /** Present if the file has no unit with this name any more, and no file to which a commit moved one was found. */
  readonly anchor_gone?: true
  readonly kind: RecordedKind
  /** The text, or its matching sentences. */
  readonly text: string
  /** The source of a constraint. */
  readonly source?: 'author' | 'inferred'
  /**
   * Other places for which the same commit records the same text. For places that must change together, these places.
   */
  readonly places?: readonly string[]
  /** Other commits that record the same about the same place, newest first. */
  readonly also_on?: readonly string[]
  /** Present if the region was retracted. Only shown with `--verbose`. */
  readonly retracted?: true
}

/** Statistics of the search. */
export interface GrepStats {
  /** Number of commits with an annotation in the repository. */
  readonly annotations: Count
  /** Number of them whose notes were read. */
  readonly annotations_read: Count
  /** Number of matches found before the search ended. */
  readonly matches: Count
  /** Number of entries in `matches` before a token budget is applied. */
  readonly matches_returned: Count
  /** Present if the search ended at the limit; older annotations were not searched. */
  readonly more?: true
}

/** The answer to a `grep`. */
export interface GrepOutput extends Answer {
  readonly $schema: typeof GREP_OUTPUT_SCHEMA
  readonly query: GrepQueryEcho
  /** Newest commits first. */
  readonly matches: readonly GrepMatch[]
  readonly stats: GrepStats
}
