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

/** Dependencies of a review. */
export interface ReviewServices {
  readonly git: GitBackend
  /** Absent: signatures are unknown. */
  readonly ast?: AstParser
  /** Opens the recorded annotations: `openRecorded` of `@chronicle/core/review` with the program's caches. */
  openRecorded(options: CallOptions): ResultAsync<RecordedAnnotations, ReadError>
  /** Absent: notes are not searched for secrets, and a diagnostic says so. */
  readonly redactor?: Redactor
  /**
   * Cache in which `annotateCommits` remembers commits without findings of the heuristic writer. Absent: these are
   * unknown.
   */
  readonly cache?: CacheStorage
}

/** The notes and commits to review. By default: all notes, and the newest commits of `HEAD`. */
export interface ReviewRequest {
  /** A revision, or `a..b`: only commits reachable from `b` but not from `a`, and the notes on them. */
  readonly range?: string | undefined
  /** Only this commit. Cannot be combined with `range`. */
  readonly commit?: string | undefined
  /** Only these files, or files in these folders, by their current paths relative to the repository root. */
  readonly paths?: readonly string[] | undefined
  /** Maximum number of commits to review, newest first. Default 1,000. */
  readonly maxCommits?: number | undefined
  /** Maximum number of notes to review, newest first. Default 5,000. */
  readonly maxNotes?: number | undefined
  /** Commits with more changed lines are not named as unannotated, because writers skip them. Default 2,000. */
  readonly maxDiffLines?: number | undefined
  /** Maximum number of findings to list for each kind; the others are counted. Default 10. */
  readonly findingsPerKind?: number | undefined
}

/** Default maximum number of commits to review. */
export const DEFAULT_REVIEWED_COMMITS = 1000

/** Default maximum number of notes to review. */
export const DEFAULT_REVIEWED_NOTES = 5000

/** Default maximum number of findings to list for each kind. */
export const DEFAULT_FINDINGS_PER_KIND = 10

/** Why a review failed. */
export type ReviewError = ReadError | GitError | RedactError | CodedError<'revision_not_found'>

/** Returns the short name of a notes ref, for commands that fix notes. */
export function shortRef(ref: NotesRef): string {
  return ref.replace(/^refs\/notes\//, '')
}
