import type { Queries } from '@chronicle/core'
import type { AnnotateError } from '@chronicle/core/annotate'
import type { AnnotationIndex, CacheStorage } from '@chronicle/core/contracts'
import type * as engineModule from '@chronicle/core/corrections'
import type {
  AcknowledgementError,
  AcknowledgementInput,
  AcknowledgementReceipt,
  CorrectionError,
  CorrectionOptions,
  CorrectionReceipt,
  CorrectionServices,
  FlagInput,
  ReattachInput,
  ReattachServices,
  FlagAnnotationInput,
  RetractInput,
  ScrubInput,
  ScrubReceipt,
  SupersedeInput,
  TakeBackInput,
  ValueInput,
} from '@chronicle/core/corrections'
import { omitUndefined, ResultAsync, type CodedError, type NotesRef } from '@chronicle/schema'
import { openRedactor } from './open-redactor.ts'

/** How to store a correction, and beside which notes: with several refs, beside the first. */
export type CorrectOptions = CorrectionOptions & {
  readonly notesRefs?: readonly NotesRef[] | undefined
  /** Texts that look like secrets but are not. */
  readonly allowedSecrets?: readonly string[] | undefined
}

/** Corrects wrong annotations. The notes themselves stay unchanged, unless they are scrubbed. */
export interface Corrections {
  /** Casts doubt on the annotations of a place. See `flagRegions`. */
  flag(input: FlagInput, options?: CorrectOptions): ResultAsync<CorrectionReceipt, CorrectionError>
  /** Casts doubt on the annotation of a commit. See `flagAnnotation`. */
  flagAnnotation(input: FlagAnnotationInput, options?: CorrectOptions): ResultAsync<CorrectionReceipt, CorrectionError>
  /** Takes back flags that no longer apply. See `takeBackFlags`. */
  takeBackFlags(input: TakeBackInput, options?: CorrectOptions): ResultAsync<CorrectionReceipt, CorrectionError>
  /** Removes or replaces a value. See `correctValue`. */
  correct(input: ValueInput, options?: CorrectOptions): ResultAsync<CorrectionReceipt, CorrectionError>
  /** Points to newer reasoning. See `supersedeAnnotation`. */
  supersede(input: SupersedeInput, options?: CorrectOptions): ResultAsync<CorrectionReceipt, CorrectionError>
  /** Withdraws an annotation or some of its regions. See `retractAnnotation`. */
  retract(input: RetractInput, options?: CorrectOptions): ResultAsync<CorrectionReceipt, CorrectionError>
  /** Acknowledges findings of a check. See `acknowledgeFindings`. */
  acknowledge(
    input: AcknowledgementInput,
    options?: CorrectOptions,
  ): ResultAsync<AcknowledgementReceipt, AcknowledgementError>
  /** Sets where the code of a region is. See `reattachRegion`. */
  reattach(
    input: ReattachInput,
    options?: CorrectOptions,
  ): ResultAsync<CorrectionReceipt, CorrectionError | AnnotateError>
  /** Removes forbidden content, including the history of the refs. See `scrubNotes`. */
  scrub(input: ScrubInput, options?: CorrectOptions): ResultAsync<ScrubReceipt, CorrectionError>
}

type Engine = typeof engineModule

/** Creates a `Corrections` with all seams filled in. The engine is loaded by the first call. */
export function createCorrections(
  { ast, storage, ...seams }: ReattachServices & { readonly storage: CacheStorage | undefined },
  refs: {
    /** Returns queries that answer from the given refs. */
    readonly queriesOf: (notesRefs: readonly NotesRef[] | undefined) => Pick<Queries, 'read' | 'check'>
    readonly indexOf: (notesRefs: readonly NotesRef[] | undefined) => AnnotationIndex
  },
): Corrections {
  const call = <T, E extends CodedError = CorrectionError>(
    { notesRefs = seams.notesRefs, allowedSecrets, ...options }: CorrectOptions,
    run: (engine: Engine, filled: CorrectionServices, options: CorrectionOptions) => ResultAsync<T, E>,
  ): ResultAsync<T, E> => {
    const loading = Promise.all([import('@chronicle/core/corrections'), openRedactor(allowedSecrets)])
    return new ResultAsync(
      loading.then(([engine, redactor]) => {
        const filled = { ...seams, redactor, ...omitUndefined({ notesRefs }) }
        return run(engine, filled, options)
      }),
    )
  }
  const withIndex = (filled: CorrectionServices): CorrectionServices => ({
    ...filled,
    index: refs.indexOf(filled.notesRefs),
  })
  return {
    flag: (input, options = {}) =>
      call(options, ({ flagRegions }, filled, rest) =>
        flagRegions(
          { ...filled, read: refs.queriesOf(filled.notesRefs).read, index: refs.indexOf(filled.notesRefs) },
          input,
          rest,
        ),
      ),
    flagAnnotation: (input, options = {}) =>
      call(options, ({ flagAnnotation }, filled, rest) => flagAnnotation(filled, input, rest)),
    takeBackFlags: (input, options = {}) =>
      call(options, ({ takeBackFlags }, filled, rest) => takeBackFlags(filled, input, rest)),
    correct: (input, options = {}) =>
      call(options, ({ correctValue }, filled, rest) => correctValue(withIndex(filled), input, rest)),
    supersede: (input, options = {}) =>
      call(options, ({ supersedeAnnotation }, filled, rest) => supersedeAnnotation(withIndex(filled), input, rest)),
    reattach: (input, options = {}) =>
      call(options, ({ reattachRegion }, filled, rest) =>
        reattachRegion({ ...filled, ...omitUndefined({ ast }) }, input, rest),
      ),
    retract: (input, options = {}) =>
      call(options, ({ retractAnnotation }, filled, rest) => retractAnnotation(withIndex(filled), input, rest)),
    acknowledge: (input, options = {}) =>
      call(options, ({ acknowledgeFindings }, filled, rest) => {
        const { check } = refs.queriesOf(filled.notesRefs)
        return acknowledgeFindings({ ...filled, check, ...omitUndefined({ storage }) }, input, rest)
      }),
    scrub: (input, options = {}) => call(options, ({ scrubNotes }, filled, rest) => scrubNotes(filled, input, rest)),
  }
}
