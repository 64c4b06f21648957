import type { Answer } from './answer.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the `status` output format. */
export const STATUS_OUTPUT_SCHEMA = 'chronicle-status/v1'

/** The question as it was understood. */
export interface StatusQueryEcho {
  /** `HEAD` or the revision as given. */
  readonly at: string
  /** Empty before the first commit. */
  readonly commit: string
  readonly max_tokens?: Count
}

/** A notes ref that is read. */
export interface StatusRef {
  readonly ref: string
  /** Absent: the ref does not exist. */
  readonly tip?: string
  /** When it was last written to, RFC 3339. */
  readonly written_at?: string
  /** By whom. */
  readonly written_by?: string
}

/** What is recorded. */
export interface StatusRecorded {
  /** Commits with an annotation, wherever they are. */
  readonly annotations: Count
  /** Those that are in the history of the commit asked about. */
  readonly in_history: Count
  /** Those that are in the repository, but not in that history: on other branches, or rewritten since. */
  readonly elsewhere: Count
  /** Those whose commit is not in the repository. */
  readonly missing: Count
  /** Conventions, boundaries and other rules of a note about the whole repository. */
  readonly repository_rules: Count
  /** Newest annotations in the history that were read to count what follows. */
  readonly annotations_read: Count
  /** Annotations that cannot be read. */
  readonly unreadable: Count
  /** Stated by somebody about their own work or knowledge. */
  readonly enhanced: Count
  readonly inferred: Count
  readonly regions: Count
  readonly constraints: Count
  readonly risks: Count
  readonly rejected_alternatives: Count
  readonly dependencies: Count
  readonly cross_cutting: Count
  /** Commits whose annotation was corrected. */
  readonly corrected: Count
  /** Commits with answers to findings of `check`. */
  readonly acknowledged: Count
}

/** Files of one folder, with those that something is recorded about. */
export interface FolderCoverage {
  /** With `/` at its end; `./` for the files at the top. */
  readonly folder: string
  readonly files: Count
  readonly annotated_files: Count
}

/** How much of the repository something is recorded about. */
export interface StatusCoverage {
  /** Commits in the history, merges included. */
  readonly commits: Count
  /** The newest commits that are no merges, at most a hundred. */
  readonly recent_commits: Count
  /** Those of them with an annotation. */
  readonly recent_annotated: Count
  readonly files: Count
  readonly annotated_files: Count
  /** The folders at the top with the most files. */
  readonly folders: readonly FolderCoverage[]
}

/** How a notes ref here compares with what was last fetched of a remote. */
export interface StatusSharing {
  readonly remote: string
  readonly ref: string
  readonly tracking_ref: string
  /** How the ref compares with what was last fetched. `never_fetched`: there is nothing to compare with. */
  readonly state: 'in_step' | 'differs' | 'never_fetched'
  /** Commits with something recorded here that the remote did not have. */
  readonly not_shared: Count
  /** Commits with something recorded there that is not here yet. */
  readonly not_here: Count
}

/** An annotation that was made lately. */
export interface StatusActivity {
  readonly commit: string
  /** When it was recorded, RFC 3339; when its commit was made, where the note does not say. */
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
  /** For each remote the refs that exist on either side; empty where there is no remote, or nothing is recorded. */
  readonly sharing: readonly StatusSharing[]
  /** Recorded last, newest first. */
  readonly activity: readonly StatusActivity[]
}
