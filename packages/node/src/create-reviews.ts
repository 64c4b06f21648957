import type { ReadPipelineOptions } from '@chronicle/core'
import type { AstParser, CallOptions, GitBackend, Redactor } from '@chronicle/core/contracts'
import {
  omitUndefined,
  safeTry,
  type CommitReview,
  type NotesRef,
  type QualityReport,
  type ResultAsync,
} from '@chronicle/schema'
import type { ReviewError, ReviewRequest, ReviewServices } from '@chronicle/writer'

/** How notes are reviewed. */
export interface ReviewOptions extends CallOptions {
  readonly notesRefs?: readonly NotesRef[]
  /** What looks like a secret and is none; see `createSecretlintRedactor`. Not used with a `redactor` of your own. */
  readonly allowedSecrets?: readonly string[]
  /** What finds secrets in notes. */
  readonly redactor?: Redactor
}

/** What can be said about the quality of what is recorded. Nothing is written but derived data. */
export interface Reviews {
  /** What is wrong with what is recorded, and what has nothing recorded: see `reviewAnnotations`. */
  review(request?: ReviewRequest, options?: ReviewOptions): ResultAsync<QualityReport, ReviewError>
  /** What is recorded on one commit, and what it rests on: see `reviewCommit`. */
  reviewCommit(revision: string, options?: ReviewOptions): ResultAsync<CommitReview, ReviewError>
}

/** What reviews work with. */
export interface ReviewParts {
  readonly git: GitBackend
  readonly ast: AstParser
  readonly stagesWith: (overrides: Partial<ReadPipelineOptions>) => ReadPipelineOptions
}

/** Nothing of it is loaded before it is used. */
export function createReviews({ git, ast, stagesWith }: ReviewParts): Reviews {
  async function seamsOf({ notesRefs, allowedSecrets = [], redactor }: ReviewOptions): Promise<ReviewServices> {
    const [{ openRecorded }, { createSecretlintRedactor }] = await Promise.all([
      import('@chronicle/core/review'),
      import('@chronicle/redact-secretlint'),
    ])
    const stages = stagesWith(omitUndefined({ notesRefs }))
    return {
      ...{ git, ast },
      ...omitUndefined({ cache: stages.storage }),
      openRecorded: (call) => openRecorded(stages, call),
      redactor: redactor ?? createSecretlintRedactor({ allow: allowedSecrets }),
    }
  }

  function review(request?: ReviewRequest, options: ReviewOptions = {}): ResultAsync<QualityReport, ReviewError> {
    return safeTry(async function* () {
      const { reviewAnnotations } = await import('@chronicle/writer')
      return reviewAnnotations(await seamsOf(options), request, options)
    })
  }

  function reviewCommit(revision: string, options: ReviewOptions = {}): ResultAsync<CommitReview, ReviewError> {
    return safeTry(async function* () {
      const writer = await import('@chronicle/writer')
      return writer.reviewCommit(await seamsOf(options), revision, options)
    })
  }

  return { review, reviewCommit }
}
