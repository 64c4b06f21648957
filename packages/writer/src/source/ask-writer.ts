import {
  formatTimestamp,
  ok,
  safeTry,
  type Annotation,
  type CodedError,
  type CommitId,
  type Result,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions, SourcedCommit } from '@chronicle/core/contracts'
import type { AnnotationWriter, WriterError } from '../annotation-writer.ts'
import type { GatheredCommit } from '../gather/gather-commits.ts'
import { skipByContent } from '../run/skip-reason.ts'

/** What is known about one commit, and whether it will be known for good. */
export interface CommitAnswer {
  readonly commit: CommitId
  readonly answer: SourcedCommit
  /** The same question would have another answer once what is missing is there, such as an older commit. */
  readonly isLasting: boolean
}

/** Says whether what a writer returns is complete, as `validateAnnotation` of the schema does. */
export type CheckAnnotation = (annotation: Annotation) => Result<Annotation, CodedError<'invalid_annotation'>>

/** Asks a writer about one commit. What it infers is as old as the commit. */
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
    } = yield* writer.write(context, call)
    if (annotation === undefined) return ok(silent(nothing, true, found))
    const timestamp = formatTimestamp(context.commit.committer.time * 1000)
    const valid = yield* check({ ...annotation, commit, timestamp })
    const answer: SourcedCommit = { annotation: valid, origin: 'history', diagnostics: [...diagnostics, ...found] }
    return ok({ commit, answer, isLasting: true })
  })
}

/** A commit that could not be examined: said of it, so that nobody takes it for one with nothing to say. */
export function failedCommit(commit: CommitId, { code, message }: CodedError): CommitAnswer {
  const text = `What commit ${commit.slice(0, 12)} says could not be found out (${code}): ${message}`
  const diagnostic = { code: 'commit_not_examined', severity: 'warning', message: text, commit } as const
  return { commit, answer: { origin: 'history', diagnostics: [diagnostic] }, isLasting: false }
}
