import type { AnnotateReceipt, ResultAsync } from '@chronicle/schema'
import { parseRecordDocument } from '@chronicle/schema/validate'
import type { AnnotateError } from './annotate-error.ts'
import type { AnnotateOptions, AnnotateServices } from './annotate-services.ts'
import { storeStatement } from './store-statement.ts'

/**
 * Stores what is known about code as it is, whoever wrote it, on `HEAD` or the commit that `input` names.
 *
 * `input` is the document of `annotateLive`, of which only `regions` is needed, such as
 * `{"regions": [{"file", "anchor", "intent", "constraints"}]}`. It says nothing about the commit: without a summary, a
 * note that has none gets the subject of the commit for one. A document that says nothing is `invalid_annotation`.
 */
export function recordKnowledge(
  seams: AnnotateServices,
  input: unknown,
  options: AnnotateOptions = {},
): ResultAsync<AnnotateReceipt, AnnotateError> {
  return storeStatement(seams, input, { ...options, parse: parseRecordDocument })
}
