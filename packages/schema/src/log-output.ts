import type { Answer } from './answer.ts'
import type { Constraint, ContextLevel, RejectedAlternative } from './annotation.ts'
import type { Recording, Shown, ShownCorrection } from './read-output.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the `log` output format. */
export const LOG_OUTPUT_SCHEMA = 'chronicle-log/v1'

/** The query as it was interpreted. */
export interface LogQueryEcho {
  /** The given revision or range. */
  readonly range: string
  /** The last commit of the range. Empty before the first commit. */
  readonly commit: string
  /** Files and folders. Absent: everywhere. */
  readonly paths?: readonly string[]
  /** The commit after which the page continues. */
  readonly before?: string
  readonly since?: string
  /** Maximum number of entries. */
  readonly limit: Count
  readonly max_tokens?: Count
}

/** The content of a commit's annotation about one place. */
export interface LogRegion {
  /** The recorded path. Absent if it is about the whole commit. */
  readonly file?: string
  readonly anchor?: string
  /** Present if it differs from the level of the annotation. */
  readonly context_level?: ContextLevel
  /**
   * When and by whom it was recorded, if that was more than a day after the commit or by somebody other than its
   * author.
   */
  readonly recorded?: Recording
  readonly intent: string
  readonly reasoning?: string
  readonly constraints: readonly Shown<Constraint>[]
  readonly risk_notes?: string
  readonly rejected_alternatives?: readonly Shown<RejectedAlternative>[]
  readonly corrections?: readonly ShownCorrection[]
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
  /** The recording of the first region. */
  readonly recorded?: Recording
  /** How the annotation came to be on this commit, if it was not made for it: `squash` or `amend`. */
  readonly operation?: 'squash' | 'amend'
  /** The annotation's summary, if it differs from the commit's subject. */
  readonly summary?: string
  readonly task?: string
  /** The regions about the requested paths, in the order of the annotation. */
  readonly regions: readonly LogRegion[]
  /** Number of tests that are recorded as verifying the code. */
  readonly tests?: Count
  /** Number of retracted regions, which are omitted. */
  readonly retracted?: Count
}

/** Statistics of the answer. */
export interface LogStats {
  /** Number of commits with an annotation in the repository. */
  readonly annotations: Count
  /** Number of entries in `entries` before a token budget is applied. */
  readonly entries_returned: Count
  /** Present if older annotated commits follow; pass the last entry as `before`. */
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
