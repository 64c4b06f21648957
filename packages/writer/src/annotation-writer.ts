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
}

/** Why a commit could not be written about. */
export type WriterError = GitError | ModelError | RedactError | CodedError<'no_annotations'>
