import type { Answer } from './answer.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the `status` output format. */
export const STATUS_OUTPUT_SCHEMA = 'chronicle-status/v1'

/** The query as it was interpreted. */
export interface StatusQueryEcho {
  /** `HEAD` or the given revision. */
  readonly at: string
  /** The commit that `at` names. Empty before the first commit. */
  readonly commit: string
  readonly max_tokens?: Count
}

/** A notes ref that Chronicle reads. */
export interface StatusRef {
  readonly ref: string
  /** Absent when the ref does not exist. */
  readonly tip?: string
  /** Time of the last write, RFC 3339. */
  readonly written_at?: string
  /** Author of the last write. */
  readonly written_by?: string
}

/** Numbers of recorded annotations. */
export interface StatusRecorded {
  /** Number of annotated commits, whether or not the repository has them. */
  readonly annotations: Count
  /** Number of annotated commits in the history of the queried commit. */
  readonly in_history: Count
  /**
   * Number of annotated commits that are in the repository but not in that history: on other branches, or rewritten
   * since.
   */
  readonly elsewhere: Count
  /** Number of annotated commits that are not in the repository. */
  readonly missing: Count
  /** Number of conventions, boundaries and other rules in notes about the whole repository. */
  readonly repository_rules: Count
  /** Number of newest annotations in the history that were read for the counts below. */
  readonly annotations_read: Count
  /** Number of annotations that cannot be read. */
  readonly unreadable: Count
  /** Number of annotations stated by somebody about their own work or knowledge. */
  readonly enhanced: Count
  readonly inferred: Count
  readonly regions: Count
  readonly constraints: Count
  readonly risks: Count
  readonly rejected_alternatives: Count
  readonly dependencies: Count
  readonly cross_cutting: Count
  /** Number of commits whose annotation was corrected. */
  readonly corrected: Count
  /** Number of commits with acknowledged findings of `check`. */
  readonly acknowledged: Count
}

/** The number of files in one folder, and of those with annotations. */
export interface FolderCoverage {
  /** The path with a trailing `/`; `./` for the files at the root. */
  readonly folder: string
  readonly files: Count
  readonly annotated_files: Count
}

/** How much of the repository is annotated. */
export interface StatusCoverage {
  /** Number of commits in the history, merges included. */
  readonly commits: Count
  /** Number of newest non-merge commits considered, at most a hundred. */
  readonly recent_commits: Count
  /** Number of those commits with an annotation. */
  readonly recent_annotated: Count
  readonly files: Count
  readonly annotated_files: Count
  /** The top-level folders with the most files. */
  readonly folders: readonly FolderCoverage[]
}

/** How a local notes ref compares with the last fetched state of a remote. */
export interface StatusSharing {
  readonly remote: string
  readonly ref: string
  readonly tracking_ref: string
  /** How the ref compares with the last fetched state. `never_fetched`: there is nothing to compare with. */
  readonly state: 'in_step' | 'differs' | 'never_fetched'
  /** Number of commits whose notes have changes here that the remote did not have. */
  readonly not_shared: Count
  /** Number of commits whose notes have changes at the remote that are not here yet. */
  readonly not_here: Count
}

/** A recently recorded annotation. */
export interface StatusActivity {
  readonly commit: string
  /** When it was recorded, RFC 3339. If the note does not say, when its commit was made. */
  readonly recorded_at: string
  readonly by?: string
  /** The tool or model. */
  readonly with?: string
  readonly summary: string
}

/** The answer to a `status`. */
export interface StatusOutput extends Answer {
  readonly $schema: typeof STATUS_OUTPUT_SCHEMA
  readonly query: StatusQueryEcho
  readonly refs: readonly StatusRef[]
  readonly recorded: StatusRecorded
  readonly coverage: StatusCoverage
  /** The refs that exist on either side, for each remote. Empty if there is no remote, or nothing is recorded. */
  readonly sharing: readonly StatusSharing[]
  /** The latest annotations, newest first. */
  readonly activity: readonly StatusActivity[]
}
