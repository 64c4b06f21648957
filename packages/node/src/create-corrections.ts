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

/** How a correction is stored, and beside which notes: of several refs, beside the first. */
export type CorrectOptions = CorrectionOptions & {
  readonly notesRefs?: readonly NotesRef[]
  /** What looks like a secret and is none. */
  readonly allowedSecrets?: readonly string[]
}

/** What can be done about annotations that are wrong. The notes themselves stay as they are, unless scrubbed. */
export interface Corrections {
  /** Casts doubt on what is recorded about a place: see `flagRegions`. */
  flag(input: FlagInput, options?: CorrectOptions): ResultAsync<CorrectionReceipt, CorrectionError>
  /** Casts doubt on what is recorded on a commit: see `flagAnnotation`. */
  flagAnnotation(input: FlagAnnotationInput, options?: CorrectOptions): ResultAsync<CorrectionReceipt, CorrectionError>
  /** Says that flags hold no longer: see `takeBackFlags`. */
  takeBackFlags(input: TakeBackInput, options?: CorrectOptions): ResultAsync<CorrectionReceipt, CorrectionError>
  /** Takes a value out, or puts another in its place: see `correctValue`. */
  correct(input: ValueInput, options?: CorrectOptions): ResultAsync<CorrectionReceipt, CorrectionError>
  /** Points to newer reasoning: see `supersedeAnnotation`. */
  supersede(input: SupersedeInput, options?: CorrectOptions): ResultAsync<CorrectionReceipt, CorrectionError>
  /** Withdraws what is recorded: see `retractAnnotation`. */
  retract(input: RetractInput, options?: CorrectOptions): ResultAsync<CorrectionReceipt, CorrectionError>
  /** Answers findings of a check: see `acknowledgeFindings`. */
  acknowledge(
    input: AcknowledgementInput,
    options?: CorrectOptions,
  ): ResultAsync<AcknowledgementReceipt, AcknowledgementError>
  /** Says where the code of a region is: see `reattachRegion`. */
  reattach(
    input: ReattachInput,
    options?: CorrectOptions,
  ): ResultAsync<CorrectionReceipt, CorrectionError | AnnotateError>
  /** Takes content out that must not exist, with the history of the refs: see `scrubNotes`. */
  scrub(input: ScrubInput, options?: CorrectOptions): ResultAsync<ScrubReceipt, CorrectionError>
}

type Engine = typeof engineModule

/** The engine with its seams filled in, loaded by the first call. */
export function createCorrections(
  { ast, storage, ...seams }: ReattachServices & { readonly storage: CacheStorage | undefined },
  refs: {
    /** Answers what is recorded in the given refs. */
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
