import {
  catchDefects,
  err,
  ok,
  safeTry,
  type CodedError,
  type Diagnostic,
  type Region,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import { validateAnnotation } from '@chronicle/schema/validate'
import type { CallOptions } from '@chronicle/core/contracts'
import { timestampOfCommit } from '../annotation-of-commit.ts'
import type { AnnotationWriter, WriterError, WriterOutcome } from '../annotation-writer.ts'
import type { CommitContext, FileText } from '../commit-context.ts'
import { commitWarning } from '../commit-warning.ts'
import { findMissing, isLongEnough } from '../evidence/verify-evidence.ts'
import { askGuarded, writerDefect } from './ask-guarded.ts'

/**
 * Asks a writer about a commit, and believes nothing that can be checked. If it throws, returns no outcome or no valid
 * annotation, or writes about another commit, that is its error. Regions of files or lines that are not there, and
 * regions that cite what is not there, are left out with a diagnostic.
 */
export function askVerified(
  writer: AnnotationWriter,
  context: CommitContext,
  call: CallOptions,
): ResultAsync<WriterOutcome, VerifiedError> {
  return askGuarded(writer, context, call).andThen((outcome) =>
    catchDefects(
      () => verify(outcome, writer, context, call),
      (cause) => writerDefect(writer, 'returned an annotation that cannot be read', cause),
    ),
  )
}

type VerifiedError = WriterError | CodedError<'invalid_annotation'>

function verify(
  outcome: WriterOutcome,
  writer: AnnotationWriter,
  context: CommitContext,
  call: CallOptions,
): ResultAsync<WriterOutcome, VerifiedError> {
  return safeTry(async function* () {
    const { annotation, diagnostics } = (outcome as Partial<WriterOutcome> | undefined) ?? {}
    if (diagnostics === undefined || !isList(diagnostics) || !diagnostics.every(isDiagnostic))
      return err(writerDefect(writer, 'returned no outcome with a list of diagnostics'))
    if (annotation === undefined) return ok(outcome)
    if (annotation.commit !== context.commit.id)
      return err(writerDefect(writer, `wrote about another commit: ${annotation.commit}`))
    if (!isList(annotation.regions))
      return err(writerDefect(writer, 'returned an annotation without a list of regions'))
    const regions: Region[] = []
    const leftOut: Diagnostic[] = []
    for (const region of annotation.regions) {
      const problem = yield* problemOf(region, context, call)
      if (problem === undefined) regions.push(region)
      else leftOut.push(leavesOut(region, context, problem))
    }
    // The time is that of the commit, whatever the writer says.
    yield* validateAnnotation({ ...annotation, regions, timestamp: timestampOfCommit(context.commit) })
    if (leftOut.length === 0) return ok(outcome)
    const { annotation: _, ...rest } = outcome
    const more = { ...rest, diagnostics: [...diagnostics, ...leftOut] }
    if (regions.length > 0) return ok({ ...more, annotation: { ...annotation, regions } })
    return ok({ ...more, nothing: 'Nothing of what the writer said could be verified.' })
  })
}

/** Whether a value that should be a list is one. A writer in JavaScript can return anything. */
function isList(value: unknown): boolean {
  return Array.isArray(value)
}

function isDiagnostic(value: unknown): boolean {
  return typeof (value as Partial<Diagnostic> | null)?.message === 'string'
}

/** Returns why a region cannot be stored. `undefined`: its file and lines exist, and so does what it cites. */
function problemOf(
  { file, lines, evidence }: Region,
  context: CommitContext,
  call: CallOptions,
): ResultAsync<string | undefined, WriterError> {
  return safeTry(async function* () {
    if (file !== undefined && !file.endsWith('/')) {
      const changed = context.files.find(({ path }) => path === file)
      const text: FileText | undefined =
        changed === undefined ? yield* context.readFile(file as RepoPath, call) : changed.after
      if (changed === undefined && text === undefined) return ok('there is no such text file at the commit.')
      if (lines !== undefined && text !== undefined && lines.end > text.lines.length)
        return ok(`the file has ${text.lines.length} lines, and the region ends in line ${lines.end}.`)
    }
    // Quotes that are too short to show anything are not verified. Built-in writers do not make them.
    const verifiable = evidence.filter(({ quote = '' }) => quote === '' || isLongEnough(quote))
    const missing = yield* findMissing(verifiable, context, call)
    return ok(missing === undefined ? undefined : `what it cites is not there: ${missing}`)
  })
}

function leavesOut({ file }: Region, { commit }: CommitContext, problem: string): Diagnostic {
  const message = `A region of ${file ?? 'the commit'} was left out: ${problem}`
  return commitWarning(commit.id, { code: 'evidence_not_found', message, path: file })
}
