import {
  ok,
  safeTry,
  type Annotation,
  type CodedError,
  type CommitId,
  type Result,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions, SourcedCommit } from '@chronicle/core/contracts'
import { timestampOfCommit } from '../annotation-of-commit.ts'
import type { AnnotationWriter, WriterError } from '../annotation-writer.ts'
import type { GatheredCommit } from '../gather/gather-commits.ts'
import { askGuarded } from '../run/ask-guarded.ts'
import { skipByContent } from '../run/skip-reason.ts'

/** The answer about one commit, and whether it can be cached. */
export interface CommitAnswer {
  readonly commit: CommitId
  readonly answer: SourcedCommit
  /** False if the answer would change once missing data is available, such as an older commit. */
  readonly isLasting: boolean
}

/** Validates a writer's annotation, as `validateAnnotation` of the schema does. */
export type CheckAnnotation = (annotation: Annotation) => Result<Annotation, CodedError<'invalid_annotation'>>

/**
 * Asks a writer about one commit. An inferred annotation has the time of its commit. Nothing is stored, and every answer
 * waits for this, so files and citations are not verified, as `askVerified` does.
 */
export function askWriter(
  { commit, context, diagnostics, skipped }: GatheredCommit,
  { check = ok, writer }: { readonly writer: AnnotationWriter; readonly check?: CheckAnnotation | undefined },
  call: CallOptions,
): ResultAsync<CommitAnswer, WriterError | CodedError<'invalid_annotation'>> {
  return safeTry(async function* () {
    const silent = (nothing: string, isLasting: boolean, more: SourcedCommit['diagnostics'] = []): CommitAnswer => ({
      commit,
      answer: { origin: 'history', nothing, diagnostics: [...diagnostics, ...more] },
      isLasting,
    })
    if (context === undefined) return ok(silent(skipped ?? 'It was left out.', diagnostics.length === 0))
    const trivial = skipByContent(context)
    if (trivial !== undefined) return ok(silent(trivial, true))
    const {
      annotation,
      nothing = 'It says nothing to record.',
      diagnostics: found,
    } = yield* askGuarded(writer, context, call)
    if (annotation === undefined) return ok(silent(nothing, true, found))
    const timestamp = timestampOfCommit(context.commit)
    const valid = yield* check({ ...annotation, commit, timestamp })
    const answer: SourcedCommit = { annotation: valid, origin: 'history', diagnostics: [...diagnostics, ...found] }
    return ok({ commit, answer, isLasting: true })
  })
}

/**
 * Returns an answer for a commit that could not be examined, with a diagnostic that tells it apart from a commit with
 * nothing to record.
 */
export function failedCommit(commit: CommitId, { code, message }: CodedError): CommitAnswer {
  const text = `The reasons in commit ${commit.slice(0, 12)} could not be read (${code}): ${message}`
  const diagnostic = { code: 'commit_not_examined', severity: 'warning', message: text, commit } as const
  return { commit, answer: { origin: 'history', diagnostics: [diagnostic] }, isLasting: false }
}
