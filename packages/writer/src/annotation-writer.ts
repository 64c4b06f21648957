import type { Annotation, CodedError, Diagnostic, ResultAsync } from '@chronicle/schema'
import type { CallOptions, GitError, ModelError, ModelUsage, RedactError } from '@chronicle/core/contracts'
import type { CommitContext } from './commit-context.ts'

/**
 * Writes annotations of commits. It stores nothing, and returns no annotation when there is nothing worth recording.
 */
export interface AnnotationWriter {
  /** `heuristic`, `llm`, or your own. */
  readonly name: string
  /**
   * Changes when the writer may find something in commits where it found nothing before, so that they are examined
   * again.
   */
  readonly version?: string
  /** The recorder named in the provenance of its annotations, such as the model. Default: `name`. */
  readonly recordedWith?: string
  /**
   * Whether it divides large commits itself, so that none is skipped for its size unless a limit is set. Default:
   * false.
   */
  readonly worksInParts?: boolean
  /**
   * Whether it uses the review discussions of a commit. It is then given what was recorded from them, and a commit with
   * no other annotation counts as not annotated. Default: false.
   */
  readonly readsDiscussions?: boolean
  write(context: CommitContext, options?: CallOptions): ResultAsync<WriterOutcome, WriterError>
}

/** The result of writing about a commit. */
export interface WriterOutcome {
  /**
   * A valid annotation of this commit. Regions about files or lines that do not exist, or with evidence that does not,
   * are left out. Absent: nothing worth recording.
   */
  readonly annotation?: Annotation
  /** Why there is no annotation, as a sentence. */
  readonly nothing?: string
  /** Notices of what was left out and why, and where the result is worse than it could be. */
  readonly diagnostics: readonly Diagnostic[]
  /** The usage and cost of a model. Absent if none was called. */
  readonly usage?: ModelUsage
  /** Estimated usage of a model, from a writer that only estimates. */
  readonly estimate?: ModelUsage
  /** The error that interrupted the work. The annotation then covers only part of the commit. */
  readonly unfinished?: WriterError
}

/** Why an annotation could not be written. */
export type WriterError = GitError | ModelError | RedactError | CodedError<'no_annotations'>
