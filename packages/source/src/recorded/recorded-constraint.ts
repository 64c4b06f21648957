import type { CallOptions } from '@chronicle/core/contracts'
import type { CodedError, LineRange, RepoPath, ResultAsync } from '@chronicle/schema'

/** A constraint recorded on lines of an answer. */
export interface RecordedConstraint {
  readonly text: string
  /** Stated by a person or agent about their own change, or derived from evidence. */
  readonly source: 'author' | 'inferred'
  /** The unit, file or folder that the constraint is recorded on: `src/a.ts:Client::connect`, `src/`, `./`. */
  readonly about: string
  /** The lines of its place in the queried state. Absent for a folder, and for a whole file. */
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
 * Finds the constraints recorded on lines of a file and on what contains these lines, most important first. Fails with
 * `file_not_found` if the state has no such file.
 */
export type ConstraintFinder = (
  place: RecordedPlace,
  options?: CallOptions,
) => ResultAsync<readonly RecordedConstraint[], CodedError>
