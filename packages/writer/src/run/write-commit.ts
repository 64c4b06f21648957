import { err, mergeAnnotations, ok, type Annotation, type Result } from '@chronicle/schema'
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

/**
 * Puts what the author said and what the writer finds together, without secrets and valid. A commit that there is
 * nothing to write about is still annotated with what its author said of it; the writer is not asked then.
 */
export async function writeCommit(
  given: CommitContext,
  { writer, redactor, now }: { readonly writer: AnnotationWriter; readonly redactor: Redactor; readonly now: string },
  options: CallOptions & { readonly skipped?: string; readonly force: boolean },
): Promise<Result<WrittenCommit, RunError>> {
  const call: CallOptions = options.signal === undefined ? {} : { signal: options.signal }
  const stated = await redactAuthor(given.author, redactor, call)
  if (stated.isErr()) return err(stated.error)
  const { author: cleaned, secrets: stripped } = stated.value
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
  const merged = said === undefined || found === undefined ? (found ?? said) : mergeAnnotations(found, said)
  if (merged === undefined) {
    return ok({ nothing: nothing ?? 'The writer found nothing to say.', secrets: [], diagnostics, ...cost })
  }
  const words = await findSecretWords(context, merged, redactor, call)
  if (words.isErr()) return err(words.error)
  const redacted = await redactAnnotation({ ...merged, timestamp: now }, withSecretWords(redactor, words.value), call)
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
