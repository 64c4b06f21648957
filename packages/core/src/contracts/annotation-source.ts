import type { Annotation, CodedError, CommitId, Diagnostic, ResultAsync } from '@chronicle/schema'
import type { IndexError } from './annotation-index.ts'
import type { CallOptions } from './call-options.ts'
import type { GitError } from './git-backend.ts'
import type { ModelError } from './language-model.ts'
import type { RedactError } from './redactor.ts'

/** Tells what is known about commits: what was recorded, or what can be inferred from them at the moment of the question. */
export interface AnnotationSource {
  /** A lower-case word, unique among the sources that are asked together. */
  readonly name: string
  readonly origin: AnnotationOrigin
  /**
   * Changes whenever the source would tell something else about a commit. Answers are kept with it. Absent: the source
   * may learn something new at any time, and no answer is kept.
   */
  readonly version?: string
  /**
   * What is known about commits. They are looked at in the order asked for, so the caller puts those first that matter
   * most; each of them is in the answer, or in `unasked`. The same commit has the same answer, whatever it is asked
   * together with, until the source learns something new. Nothing is written to the repository.
   *
   * One commit that cannot be told about is a diagnostic of that commit; an error means that the source does not work.
   */
  annotationsOf(
    commits: readonly CommitId[],
    options?: SourceOptions,
  ): ResultAsync<SourcedAnnotations, AnnotationSourceError>
}

/** `notes`: somebody recorded it; `history`: it was inferred from the commit and is stored nowhere. */
export type AnnotationOrigin = 'notes' | 'history'

/** Every origin that a question can ask for. */
export const ANNOTATION_ORIGINS: readonly AnnotationOrigin[] = ['notes', 'history']

/** How far a source goes. */
export interface SourceOptions extends CallOptions {
  /** Commits that may cost work, those that are asked for first. What is known already does not count. Default: all. */
  readonly maxCommits?: number
  /** When it is aborted, the answer ends with what was found until then, and the rest is `unasked`. */
  readonly until?: AbortSignal
}

/** What a source knows about the commits that it was asked about. */
export interface SourcedAnnotations {
  /** In the order asked for, each commit once. */
  readonly commits: ReadonlyMap<CommitId, SourcedCommit>
  /** Commits that were not looked at because of `maxCommits` or `until`, in the order asked for. */
  readonly unasked: readonly CommitId[]
}

/** What a source knows about one commit. */
export interface SourcedCommit {
  /** Absent: nothing is known. Its `commit` is the one asked about. */
  readonly annotation?: Annotation
  readonly origin: AnnotationOrigin
  /** Why there is nothing, in a sentence, where the source can tell. */
  readonly nothing?: string
  /** What is wrong with what is known, and why something is not. Each names the commit. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Why a source could not answer at all. */
export type AnnotationSourceError = GitError | IndexError | ModelError | RedactError | CodedError<'no_annotations'>
