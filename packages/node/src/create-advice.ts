import type { CallOptions } from '@chronicle/core/contracts'
import { ResultAsync, type Advice, type AnnotateReceipt, type CodedError } from '@chronicle/schema'
import type { AdvisedNote, AdviceServices } from '@chronicle/writer'

/** Gives advice to the author of an annotation: what repeats the change, is recorded already, or may no longer hold. */
export interface Advising {
  /** Returns advice on what `annotate` or `record` stored. `input` is the document that was passed. */
  adviseOnAnnotation(
    input: unknown,
    receipt: AnnotateReceipt,
    options?: CallOptions,
  ): ResultAsync<readonly Advice[], CodedError>
  /** Returns advice on notes about the next commit, compared with the edits in the working tree. */
  adviseOnNotes(notes: readonly AdvisedNote[], options?: CallOptions): ResultAsync<readonly Advice[], CodedError>
}

/** Creates an `Advising` whose implementation is loaded on first use. */
export function createAdvice(services: AdviceServices): Advising {
  return {
    adviseOnAnnotation: (...given) =>
      new ResultAsync(import('@chronicle/writer').then((loaded) => loaded.adviseOnAnnotation(services, ...given))),
    adviseOnNotes: (...given) =>
      new ResultAsync(import('@chronicle/writer').then((loaded) => loaded.adviseOnNotes(services, ...given))),
  }
}
