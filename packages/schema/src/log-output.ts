import type { Answer } from './answer.ts'
import type { Constraint, ContextLevel, RejectedAlternative } from './annotation.ts'
import type { Recording, Shown } from './read-output.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the `log` output format. */
export const LOG_OUTPUT_SCHEMA = 'chronicle-log/v1'

/** The question as it was understood. */
export interface LogQueryEcho {
  /** The revision or range as given. */
  readonly range: string
  /** The commit that it ends at. Empty before the first commit. */
  readonly commit: string
  /** Files and folders; absent: everywhere. */
  readonly paths?: readonly string[]
  /** The commit that the page goes on after. */
  readonly before?: string
  readonly since?: string
  /** Most entries. */
  readonly limit: Count
  readonly max_tokens?: Count
}

/** What a commit's annotation says of one place. */
export interface LogRegion {
  /** As recorded. Absent: said of the whole commit. */
  readonly file?: string
  readonly anchor?: string
  /** Where it differs from that of the annotation. */
  readonly context_level?: ContextLevel
  /** When and by whom, where it was recorded more than a day after the commit, or by somebody but its author. */
  readonly recorded?: Recording
  readonly intent: string
  readonly reasoning?: string
  readonly constraints: readonly Shown<Constraint>[]
  readonly risk_notes?: string
  readonly rejected_alternatives?: readonly Shown<RejectedAlternative>[]
}

/** An annotated commit. */
export interface LogEntry {
  readonly commit: string
  /** Committer time, RFC 3339. */
  readonly timestamp: string
  /** `Name <email>` of the author of the commit. */
  readonly author: string
  readonly subject: string
  readonly context_level: ContextLevel
  /** That of the first region. */
  readonly recorded?: Recording
  /** How the annotation came to be on this commit, where it was not made for it: `squash` or `amend`. */
  readonly operation?: 'squash' | 'amend'
  /** What the annotation says of the commit, where that is not its subject. */
  readonly summary?: string
  readonly task?: string
  /** Those about the paths asked for, in the order of the annotation. */
  readonly regions: readonly LogRegion[]
  /** Tests that are recorded as holding the code. */
  readonly tests?: Count
  /** Regions that were retracted, and are left out. */
  readonly retracted?: Count
}

/** What was counted. */
export interface LogStats {
  /** Commits with an annotation in the repository. */
  readonly annotations: Count
  /** Entries in `entries`, before a token budget. */
  readonly entries_returned: Count
  /** Older annotated commits follow: the last entry is what `before` takes. */
  readonly more?: true
}

/** The answer to a `log`. */
export interface LogOutput extends Answer {
  readonly $schema: typeof LOG_OUTPUT_SCHEMA
  readonly query: LogQueryEcho
  /** Newest first, by committer time. */
  readonly entries: readonly LogEntry[]
  readonly stats: LogStats
}
