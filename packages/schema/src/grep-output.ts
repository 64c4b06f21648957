import type { Answer } from './answer.ts'
import type { ContextLevel } from './annotation.ts'
import type { Recording } from './read-output.ts'
import type { RecordedKind } from './recorded-kind.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the `grep` output format. */
export const GREP_OUTPUT_SCHEMA = 'chronicle-grep/v1'

/** The search as it was understood. */
export interface GrepQueryEcho {
  /** Absent: everything that the other conditions let through. */
  readonly pattern?: string
  /** The pattern is text, not a regular expression. */
  readonly fixed_strings?: true
  /** Upper and lower case count as the same. */
  readonly ignore_case: boolean
  readonly kinds?: readonly RecordedKind[]
  readonly tags?: readonly string[]
  /** Files and folders; absent: everywhere. */
  readonly paths?: readonly string[]
  /** `HEAD` or the revision as given. */
  readonly at: string
  /** The commit that `at` stands on. */
  readonly commit: string
  /** Annotations that this commit does not have in its history were searched too. */
  readonly all?: true
  /** Most matches. */
  readonly limit: Count
  readonly max_tokens?: Count
}

/** One text that matches. */
export interface GrepMatch {
  readonly commit: string
  /** When the annotated commit was made, RFC 3339. Absent where the commit is not in the repository. */
  readonly timestamp?: string
  readonly context_level: ContextLevel
  /** When and by whom, where it was recorded more than a day after the commit, or by somebody but its author. */
  readonly recorded?: Recording
  /** The file as it is called now. Absent: said of the whole commit. */
  readonly file?: string
  /** The path that the note names, where the file has another name now. */
  readonly recorded_file?: string
  /** The file is not there any more. */
  readonly gone?: true
  /** The unit as it was recorded. */
  readonly anchor?: string
  readonly kind: RecordedKind
  /** What is said, or the sentences of it that match. */
  readonly text: string
  /** Of a constraint: who says so. */
  readonly source?: 'author' | 'inferred'
  /** Other places that the same commit says the same of; of places that must change together: which. */
  readonly places?: readonly string[]
  /** Other commits that say the same of the same place, newest first. */
  readonly also_on?: readonly string[]
  /** The region was retracted; shown with `--verbose` alone. */
  readonly retracted?: true
}

/** How the search went. */
export interface GrepStats {
  /** Commits with an annotation in the repository. */
  readonly annotations: Count
  /** Those of them whose notes were read. */
  readonly annotations_read: Count
  /** Matches found until the search ended. */
  readonly matches: Count
  /** Entries in `matches`, before a token budget. */
  readonly matches_returned: Count
  /** The search ended at the limit; older annotations were not searched. */
  readonly more?: true
}

/** The answer to a `grep`. */
export interface GrepOutput extends Answer {
  readonly $schema: typeof GREP_OUTPUT_SCHEMA
  readonly query: GrepQueryEcho
  /** Of the newest commits first. */
  readonly matches: readonly GrepMatch[]
  readonly stats: GrepStats
}
