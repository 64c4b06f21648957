import {
  err,
  formatTimestamp,
  mergeAnnotations,
  ok,
  type Annotation,
  type Result,
  type StoredRecording,
} from '@chronicle/schema'
import { validateAnnotation } from '@chronicle/schema/validate'
import { redactAnnotation } from '@chronicle/core/annotate'
import type { CallOptions, FoundSecret, ModelUsage, Redactor } from '@chronicle/core/contracts'
import type { Diagnostic } from '@chronicle/schema'
import type { AnnotationWriter, WriterOutcome } from '../annotation-writer.ts'
import { annotationFromAuthor } from '../author-context/annotation-from-author.ts'
import type { CommitContext } from '../commit-context.ts'
import type { RunError } from './annotate-event.ts'
import { redactAuthor } from './redact-author.ts'
import { findSecretWords, withSecretWords } from './secret-words.ts'
import { skipByContent } from './skip-reason.ts'

/** What is to be stored about a commit, if anything. */
export interface WrittenCommit {
  readonly annotation?: Annotation
  readonly skipped?: string
  readonly nothing?: string
  readonly secrets: readonly FoundSecret[]
  readonly diagnostics: readonly Diagnostic[]
  readonly usage?: ModelUsage
}

/** What a commit is written about with. */
export interface WriteDependencies {
  readonly writer: AnnotationWriter
  readonly redactor: Redactor
  /** Who records, when it is asked for, and with what tool. */
  readonly recorder: () => StoredRecording
}

/**
 * Puts what the author said and what the writer finds together, without secrets and valid. A commit that there is
 * nothing to write about is still annotated with what its author said of it; the writer is not asked then.
 */
export async function writeCommit(
  given: CommitContext,
  { writer, redactor, recorder }: WriteDependencies,
  options: CallOptions & { readonly skipped?: string; readonly force: boolean },
): Promise<Result<WrittenCommit, RunError>> {
  const call: CallOptions = options.signal === undefined ? {} : { signal: options.signal }
  const spoken = await redactAuthor(given.author, redactor, call)
  if (spoken.isErr()) return err(spoken.error)
  const { author: cleaned, secrets: stripped } = spoken.value
  const context = cleaned === undefined ? given : { ...given, author: cleaned }
  const author = await annotationFromAuthor(context, call)
  if (author.isErr()) return err(author.error)
  const said = author.value.annotation
  const skipped = options.skipped ?? (options.force ? undefined : skipByContent(context))
  if (skipped !== undefined && said === undefined) return ok({ skipped, secrets: [], diagnostics: [] })
  const silence: WriterOutcome = { diagnostics: [], ...(skipped === undefined ? {} : { nothing: skipped }) }
  const outcome = skipped === undefined ? await writer.write(context, call) : ok(silence)
  if (outcome.isErr()) return err(outcome.error)
  const { annotation: found, nothing, usage } = outcome.value
  const diagnostics = [...author.value.diagnostics, ...outcome.value.diagnostics]
  const cost = usage === undefined ? {} : { usage }
  const recorded = recorder()
  const timestamp = formatTimestamp(context.commit.committer.time * 1000)
  const inferred = found && withRecording({ ...found, timestamp }, inferredWith(writer, recorded))
  // Words that somebody says now are of now; what is inferred from a commit is as old as the commit.
  const stated = said && withRecording({ ...said, timestamp: recorded.at }, recorded)
  const merged =
    stated === undefined || inferred === undefined ? (inferred ?? stated) : mergeAnnotations(inferred, stated)
  if (merged === undefined) {
    return ok({ nothing: nothing ?? 'The writer found nothing to say.', secrets: [], diagnostics, ...cost })
  }
  const words = await findSecretWords(context, merged, redactor, call)
  if (words.isErr()) return err(words.error)
  const redacted = await redactAnnotation(merged, withSecretWords(redactor, words.value), call)
  if (redacted.isErr()) return err(redacted.error)
  const valid = validateAnnotation(redacted.value.annotation)
  if (valid.isErr()) return err(valid.error)
  return ok({
    annotation: valid.value,
    secrets: [...stripped, ...redacted.value.secrets],
    diagnostics,
    ...cost,
  })
}

function withRecording(annotation: Annotation, recorded: StoredRecording): Annotation {
  return { ...annotation, provenance: { ...annotation.provenance, recorded } }
}

/** `heuristic (git-chronicle 1.2.0)`. */
function inferredWith({ name, recordedWith = name }: AnnotationWriter, recorded: StoredRecording): StoredRecording {
  const tool = recorded.with === undefined ? '' : ` (${recorded.with})`
  return { ...recorded, with: `${recordedWith}${tool}` }
}
