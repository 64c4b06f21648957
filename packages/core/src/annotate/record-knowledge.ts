import { isJsonObject, type AnnotateReceipt, type ResultAsync } from '@chronicle/schema'
import { parseRecordDocument } from '@chronicle/schema/validate'
import type { AnnotateError } from './annotate-error.ts'
import type { AnnotateOptions, AnnotateServices } from './annotate-services.ts'
import { storeStatement } from './store-statement.ts'

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
