import type { Annotation, CodedError, CommitId, Diagnostic, ResultAsync } from '@chronicle/schema'
import type { IndexError } from './annotation-index.ts'
import type { CallOptions } from './call-options.ts'
import type { GitError } from './git-backend.ts'
import type { ModelError } from './language-model.ts'
import type { RedactError } from './redactor.ts'

/** A source of annotations of commits: recorded ones, or ones inferred at query time. */
export interface AnnotationSource {
  /** A lower-case word, unique among the sources that are queried together. */
  readonly name: string
  readonly origin: AnnotationOrigin
  /**
   * Changes whenever the source would return something else about a commit. Part of the cache key of answers. Absent:
   * the source may change at any time, and its answers are not cached.
   */
  readonly version?: string
  /**
   * Returns the annotations of commits. They are processed in the given order, so callers put the most important ones
   * first. Each commit is in the answer or in `unasked`. The result for a commit does not depend on the other commits,
   * and stays the same until the source learns something new. Nothing is written to the repository.
   *
   * A failure of one commit is a diagnostic of that commit; an error means that the source does not work.
   */
  annotationsOf(
    commits: readonly CommitId[],
    options?: SourceOptions,
  ): ResultAsync<SourcedAnnotations, AnnotationSourceError>
}

/** `notes`: recorded; `history`: inferred from the commit and not stored. */
export type AnnotationOrigin = 'notes' | 'history'

/** Every origin that a question can ask for. */
export const ANNOTATION_ORIGINS: readonly AnnotationOrigin[] = ['notes', 'history']

/** Limits of a source. */
export interface SourceOptions extends CallOptions {
  /** Maximum number of commits that may cost work, first ones first. Already known ones do not count. Default: all. */
  readonly maxCommits?: number | undefined
  /** When aborted, the answer ends with the results so far, and the rest is `unasked`. */
  readonly until?: AbortSignal | undefined
}

/** A source's results for the given commits. */
export interface SourcedAnnotations {
  /** In the given order, without duplicates. */
  readonly commits: ReadonlyMap<CommitId, SourcedCommit>
  /** Commits that were skipped because of `maxCommits` or `until`, in the given order. */
  readonly unasked: readonly CommitId[]
}

/** A source's result for one commit. */
export interface SourcedCommit {
  /** Absent if nothing is known. Its `commit` is the given one. */
  readonly annotation?: Annotation
  readonly origin: AnnotationOrigin
  /** A sentence with the reason why there is no annotation, if known. */
  readonly nothing?: string
  /** Problems of the result, and reasons for missing parts. Each names the commit. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Reasons why a source could not answer at all. */
export type AnnotationSourceError = GitError | IndexError | ModelError | RedactError | CodedError<'no_annotations'>
