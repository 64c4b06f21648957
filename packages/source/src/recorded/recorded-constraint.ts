import type { CallOptions } from '@chronicle/core/contracts'
import type { CodedError, LineRange, RepoPath, ResultAsync } from '@chronicle/schema'

/** A constraint that is recorded about lines of an answer. */
export interface RecordedConstraint {
  readonly text: string
  /** Stated by a person or agent about their own change, or derived from evidence. */
  readonly source: 'author' | 'inferred'
  /** The unit, file or folder that it is recorded on: `src/a.ts:Client::connect`, `src/`, `./`. */
  readonly about: string
  /** Where that is in the state that was asked about. Absent for a folder, and for a file as a whole. */
  readonly lines?: LineRange
  /** The annotated commit. */
  readonly commit: string
}

/** Lines of a file in a state. */
export interface RecordedPlace {
  readonly path: RepoPath
  readonly lines: LineRange
  /** `WORKTREE`, `INDEX` or a commit id. */
  readonly at: string
}

/**
 * Finds the constraints that are recorded about lines of a file, and about what the lines are in, the most important
 * first. Fails with `file_not_found` where the state has no such file.
 */
export type ConstraintFinder = (
  place: RecordedPlace,
  options?: CallOptions,
) => ResultAsync<readonly RecordedConstraint[], CodedError>
