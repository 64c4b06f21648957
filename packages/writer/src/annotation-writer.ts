import type { Annotation, CodedError, Diagnostic, ResultAsync } from '@chronicle/schema'
import type { CallOptions, GitError, ModelError, ModelUsage, RedactError } from '@chronicle/core/contracts'
import type { CommitContext } from './commit-context.ts'

/** Makes an annotation of a commit. It stores nothing, and says nothing where there is nothing to say. */
export interface AnnotationWriter {
  /** `heuristic`, `llm`, or your own. */
  readonly name: string
  /** Changes when it would write about commits that it found nothing in before: those are then looked at again. */
  readonly version?: string
  /** What the provenance of its annotations says they were recorded with, such as the model. Default: `name`. */
  readonly recordedWith?: string
  /** It divides large commits itself, so that none is left out for its size unless a limit is set. Default: it does not. */
  readonly worksInParts?: boolean
  /**
   * It makes use of what people said where a commit was reviewed. What is recorded of that is given to it, and a commit
   * of which nothing else is recorded counts as not annotated. Default: it does not.
   */
  readonly readsDiscussions?: boolean
  write(context: CommitContext, options?: CallOptions): ResultAsync<WriterOutcome, WriterError>
}

/** What a writer made of a commit. */
export interface WriterOutcome {
  /** Valid, with evidence that was found to exist for each of its regions. Absent: nothing worth recording. */
  readonly annotation?: Annotation
  /** Why there is no annotation, in a sentence. */
  readonly nothing?: string
  /** What was left out and why, and what was done with less than one would wish. */
  readonly diagnostics: readonly Diagnostic[]
  /** What a model was asked and paid for. Absent: none was asked. */
  readonly usage?: ModelUsage
  /** About what it would take to ask a model, from a writer that only estimates. */
  readonly estimate?: ModelUsage
  /** Why the annotation is about a part of the commit only: the work was interrupted, and what there was is kept. */
  readonly unfinished?: WriterError
}

/** Why a commit could not be written about. */
export type WriterError = GitError | ModelError | RedactError | CodedError<'no_annotations'>
