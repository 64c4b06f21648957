import type { CodedError, NotesRef, ResultAsync } from '@chronicle/schema'
import type {
  AstParser,
  CacheStorage,
  CallOptions,
  GitBackend,
  GitError,
  RedactError,
  Redactor,
} from '@chronicle/core/contracts'
import type { ReadError, RecordedAnnotations } from '@chronicle/core/review'

/** What a review works with. */
export interface ReviewServices {
  readonly git: GitBackend
  /** Absent: no signature is known. */
  readonly ast?: AstParser
  /** Opens what is recorded: `openRecorded` of `@chronicle/core/review` with the caches of the program. */
  openRecorded(options: CallOptions): ResultAsync<RecordedAnnotations, ReadError>
  /** Absent: notes are not searched for secrets, and a diagnostic says so. */
  readonly redactor?: Redactor
  /** Where `annotateCommits` keeps what the heuristic writer found nothing to say of. Absent: that is not known. */
  readonly cache?: CacheStorage
}

/** What to review. Without any of it: everything recorded, and the newest commits of `HEAD`. */
export interface ReviewRequest {
  /** A revision, or `a..b`: only commits reachable from `b` and not from `a`, and the notes on them. */
  readonly range?: string
  /** Only this commit. Not together with `range`. */
  readonly commit?: string
  /** Only these files, or those in these folders, by the names that they have now. From the repository root. */
  readonly paths?: readonly string[]
  /** Most commits that are looked at, the newest first. Default 1,000. */
  readonly maxCommits?: number
  /** Most notes that are looked at, the newest first. Default 5,000. */
  readonly maxNotes?: number
  /** Most findings of each kind; the others are counted. Default 10. */
  readonly findingsPerKind?: number
}

/** Commits that are looked at, unless more or fewer are asked for. */
export const DEFAULT_REVIEWED_COMMITS = 1000

/** Notes that are looked at, unless more or fewer are asked for. */
export const DEFAULT_REVIEWED_NOTES = 5000

/** Findings of each kind that are listed, unless more or fewer are asked for. */
export const DEFAULT_FINDINGS_PER_KIND = 10

/** Why nothing could be reviewed. */
export type ReviewError = ReadError | GitError | RedactError | CodedError<'revision_not_found'>

/** Where the notes are, for commands that fix them. */
export function shortRef(ref: NotesRef): string {
  return ref.replace(/^refs\/notes\//, '')
}
