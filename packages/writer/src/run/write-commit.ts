import {
  mergeAnnotations,
  ok,
  omitUndefined,
  safeTry,
  type Annotation,
  type ResultAsync,
  type StoredRecording,
} from '@chronicle/schema'
import { validateAnnotation } from '@chronicle/schema/validate'
import { redactAnnotation } from '@chronicle/core/annotate'
import type { CallOptions, FoundSecret, ModelUsage, Redactor } from '@chronicle/core/contracts'
import type { Diagnostic } from '@chronicle/schema'
import { timestampOfCommit } from '../annotation-of-commit.ts'
import type { AnnotationWriter, WriterOutcome } from '../annotation-writer.ts'
import { annotationFromAuthor } from '../author-context/annotation-from-author.ts'
import type { CommitContext } from '../commit-context.ts'
import type { RunError } from './annotate-event.ts'
import { askVerified } from './ask-verified.ts'
import { redactAuthor } from './redact-author.ts'
import { findSecretWords, withSecretWords } from './secret-words.ts'
import { skipByContent } from './skip-reason.ts'

/** The annotation to store about a commit, if any. */
export interface WrittenCommit {
  readonly annotation?: Annotation
  readonly skipped?: string
  readonly nothing?: string
  readonly secrets: readonly FoundSecret[]
  readonly diagnostics: readonly Diagnostic[]
  readonly usage?: ModelUsage
  readonly estimate?: ModelUsage
  readonly unfinished?: RunError
}

/** Dependencies of `writeCommit`. */
export interface WriteDependencies {
  readonly writer: AnnotationWriter
  readonly redactor: Redactor
  /** Returns who records, at the time of the call, and with what tool. */
  readonly recorder: () => StoredRecording
}

/**
 * Merges what the author said with the writer's findings, redacts and validates the result. A commit with nothing to
 * write about is still annotated with what its author said; the writer is not called then.
 */
export function writeCommit(
  given: CommitContext,
  { writer, redactor, recorder }: WriteDependencies,
  options: CallOptions & { readonly skipped?: string; readonly force: boolean },
): ResultAsync<WrittenCommit, RunError> {
  return safeTry(async function* () {
    const call: CallOptions = omitUndefined({ signal: options.signal })
    const { author: cleaned, secrets: stripped } = yield* redactAuthor(given.author, redactor, call)
    const context = cleaned === undefined ? given : { ...given, author: cleaned }
    const author = yield* annotationFromAuthor(context, call)
    const statedAnnotation = author.annotation
    const skipped = options.skipped ?? (options.force ? undefined : skipByContent(context))
    if (skipped !== undefined && statedAnnotation === undefined) return ok({ skipped, secrets: [], diagnostics: [] })
    const silence: WriterOutcome = { diagnostics: [], ...omitUndefined({ nothing: skipped }) }
    const outcome = yield* skipped === undefined ? await askVerified(writer, context, call) : ok(silence)
    const { annotation: found, nothing, usage, estimate, unfinished } = outcome
    const diagnostics = [...author.diagnostics, ...outcome.diagnostics]
    const cost = omitUndefined({ usage, estimate, unfinished })
    const recorded = recorder()
    const timestamp = timestampOfCommit(context.commit)
    const inferred = found && withRecording({ ...found, timestamp }, inferredWith(writer, recorded))
    // Statements date from now; an inferred annotation has the time of its commit.
    const stated = statedAnnotation && withRecording({ ...statedAnnotation, timestamp: recorded.at }, recorded)
    const merged =
      stated === undefined || inferred === undefined ? (inferred ?? stated) : mergeAnnotations(inferred, stated)
    if (merged === undefined) {
      return ok({ nothing: nothing ?? 'The writer found nothing to say.', secrets: [], diagnostics, ...cost })
    }
    // No signal from here on: what was written, and perhaps paid for, is kept even after an abort.
    const words = yield* findSecretWords(context, merged, redactor, {})
    const redacted = yield* redactAnnotation(merged, withSecretWords(redactor, words), {})
    const valid = yield* validateAnnotation(redacted.annotation)
    return ok({
      annotation: valid,
      secrets: [...stripped, ...redacted.secrets],
      diagnostics,
      ...cost,
    })
  })
}

function withRecording(annotation: Annotation, recorded: StoredRecording): Annotation {
  return { ...annotation, provenance: { ...annotation.provenance, recorded } }
}

/** Whether a writer recorded something with any version of the tool, according to its provenance. */
export function isRecordedBy({ name, recordedWith = name }: AnnotationWriter, tool: string | undefined): boolean {
  return tool === recordedWith || tool?.startsWith(`${recordedWith} (`) === true
}

/** Returns the recording with the writer's name, as in `heuristic (git-chronicle 1.2.0)`. */
function inferredWith({ name, recordedWith = name }: AnnotationWriter, recorded: StoredRecording): StoredRecording {
  const tool = recorded.with === undefined ? '' : ` (${recorded.with})`
  return { ...recorded, with: `${recordedWith}${tool}` }
}
