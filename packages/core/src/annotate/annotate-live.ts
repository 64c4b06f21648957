import type { AnnotateReceipt, ResultAsync } from '@chronicle/schema'
import { parseLiveAnnotation } from '@chronicle/schema/validate'
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
