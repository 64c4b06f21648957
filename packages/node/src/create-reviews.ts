import type { ReadPipelineOptions } from '@chronicle/core'
import type { AstParser, CallOptions, GitBackend, Redactor } from '@chronicle/core/contracts'
import {
  omitUndefined,
  safeTry,
  type CommitReview,
  type NotesRef,
  type Overrides,
  type QualityReport,
  type ResultAsync,
} from '@chronicle/schema'
import type { ReviewError, ReviewRequest, ReviewServices } from '@chronicle/writer'

/** How to review notes. */
export interface ReviewOptions extends CallOptions {
  readonly notesRefs?: readonly NotesRef[] | undefined
  /** Texts that look like secrets but are not. See `createSecretlintRedactor`. Ignored if you pass a `redactor`. */
  readonly allowedSecrets?: readonly string[] | undefined
  /** Finds secrets in notes. */
  readonly redactor?: Redactor | undefined
}

/** Reviews the quality of annotations. Writes nothing but derived data. */
export interface Reviews {
  /** Returns what is wrong with the annotations, and which code has none. See `reviewAnnotations`. */
  review(request?: ReviewRequest, options?: ReviewOptions): ResultAsync<QualityReport, ReviewError>
  /** Returns the annotation of one commit and its evidence. See `reviewCommit`. */
  reviewCommit(revision: string, options?: ReviewOptions): ResultAsync<CommitReview, ReviewError>
}

/** The dependencies of reviews. */
export interface ReviewParts {
  readonly git: GitBackend
  readonly ast: AstParser
  readonly stagesWith: (overrides: Overrides<ReadPipelineOptions>) => ReadPipelineOptions
}

/** Creates a `Reviews` whose implementation is loaded on first use. */
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
      return reviewAnnotations(await seamsOf(options), request, callOf(options))
    })
  }

  function reviewCommit(revision: string, options: ReviewOptions = {}): ResultAsync<CommitReview, ReviewError> {
    return safeTry(async function* () {
      const writer = await import('@chronicle/writer')
      return writer.reviewCommit(await seamsOf(options), revision, callOf(options))
    })
  }

  return { review, reviewCommit }
}

function callOf({ signal, onProgress }: ReviewOptions): CallOptions {
  return omitUndefined({ signal, onProgress })
}
