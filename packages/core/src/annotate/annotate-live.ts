import type { AnnotateReceipt, ResultAsync } from '@chronicle/schema'
import { parseLiveAnnotation } from '@chronicle/schema/validate'
import type { AnnotateError } from './annotate-error.ts'
import type { AnnotateOptions, AnnotateServices } from './annotate-services.ts'
import { storeStatement } from './store-statement.ts'

/**
 * Stores what the author of a commit states about it, and returns what was stored.
 *
 * `input` is parsed JSON, as short as `{"summary", "regions": [{"file", "anchor", "intent"}]}`: the commit defaults to
 * `HEAD`, and lines, anchors, types and signatures are derived from the files at that commit. A region may be about any
 * code that is there at the commit, whoever wrote it, about a folder (`src/mqtt/`) or about the repository (`./`). An
 * existing note is merged with, never replaced; the same input twice is stored once. Nothing is written unless
 * everything is valid, and all that is wrong is reported at once.
 */
export function annotateLive(
  seams: AnnotateServices,
  input: unknown,
  options: AnnotateOptions = {},
): ResultAsync<AnnotateReceipt, AnnotateError> {
  return storeStatement(seams, input, { ...options, parse: parseLiveAnnotation })
}
