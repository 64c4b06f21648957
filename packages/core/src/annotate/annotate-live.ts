import { isJsonObject, type AnnotateReceipt, type ResultAsync } from '@chronicle/schema'
import { parseLiveAnnotation, parseRecordDocument } from '@chronicle/schema/validate'
import type { AnnotateError } from './annotate-error.ts'
import type { AnnotateOptions, AnnotateServices } from './annotate-services.ts'
import { storeStatement } from './store-statement.ts'

/**
 * Stores what the author of a commit states about it, and returns a receipt.
 *
 * `input` is parsed JSON, as short as `{"summary", "regions": [{"file", "anchor", "intent"}]}`: the commit defaults to
 * `HEAD`, and lines, anchors, types and signatures are derived from the files at that commit. A region may describe any
 * code that exists at the commit, whoever wrote it, a folder (`src/mqtt/`) or the repository (`./`). An existing note
 * is merged, never replaced; the same input twice is stored once. Nothing is written unless everything is valid, and
 * all problems are reported at once.
 */
export function annotateLive(
  seams: AnnotateServices,
  input: unknown,
  options: AnnotateOptions = {},
): ResultAsync<AnnotateReceipt, AnnotateError> {
  return storeStatement(seams, input, { ...options, parse: parseLiveAnnotation })
}

/**
 * Stores what is known about existing code, whoever wrote it, on `HEAD` or the commit that `input` names.
 *
 * `input` is the document of `annotateLive`, but requires only `regions`, such as
 * `{"regions": [{"file", "anchor", "intent", "constraints"}]}`. It describes code, not the commit: if neither it nor an
 * existing note has a summary, the commit's subject becomes the summary. An empty document fails with
 * `invalid_annotation`. If it names no commit, its line numbers are those of the working tree.
 */
export function recordKnowledge(
  seams: AnnotateServices,
  input: unknown,
  options: AnnotateOptions = {},
): ResultAsync<AnnotateReceipt, AnnotateError> {
  return storeStatement(seams, input, {
    ...options,
    parse: parseRecordDocument,
    linesOfWorktree: !isJsonObject(input) || input['commit'] === undefined,
  })
}
