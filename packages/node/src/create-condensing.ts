import type { LanguageModel, Redactor } from '@chronicle/core/contracts'
import {
  omitUndefined,
  safeTry,
  type CodedError,
  type CondenseReceipt,
  type NotesRef,
  type ResultAsync,
} from '@chronicle/schema'
import type { CondenseOptions } from '@chronicle/writer'
import { isModel, openModel, type ModelChoice } from './open-model.ts'
import { openRedactor } from './open-redactor.ts'
import type { RepositoryParts } from './repository-parts.ts'

/** Which texts to condense, with which model. */
export interface CondenseRequest extends CondenseOptions {
  /** A model, or the choice of one. Without it, only a dry run is possible. */
  readonly model?: ModelChoice | LanguageModel | undefined
  readonly notesRef?: NotesRef | undefined
  /** Texts that look like secrets but are not. Ignored if you pass a `redactor`. */
  readonly allowedSecrets?: readonly string[] | undefined
  readonly redactor?: Redactor | undefined
}

/** Shortens the annotations that squashed commits left. */
export interface Condensing {
  /**
   * Condenses what several commits recorded about one place before they were squashed into one text by a model. See
   * `condenseAnnotations` of `@chronicle/writer`. Fails with `model_not_configured` if there is no model or it cannot
   * be opened.
   */
  condense(request?: CondenseRequest): ResultAsync<CondenseReceipt, CodedError>
}

/** Creates a `Condensing` whose implementation is loaded on first use. */
export function createCondensing({ git, clock, sleep, env, notesRef: ref }: RepositoryParts): Condensing {
  function condense(request: CondenseRequest = {}): ResultAsync<CondenseReceipt, CodedError> {
    const { allowedSecrets, model: chosen, notesRef = ref, redactor: given, ...options } = request
    return safeTry(async function* () {
      // A dry run needs no API key.
      const model = options.dryRun === true && !isModel(chosen) ? undefined : yield* openModel(chosen, env)
      const { condenseAnnotations } = await import('@chronicle/writer')
      const redactor = given ?? (await openRedactor(allowedSecrets))
      const notesRefs = notesRef === undefined ? undefined : [notesRef]
      return condenseAnnotations({ git, clock, sleep, redactor, ...omitUndefined({ model, notesRefs }) }, options)
    })
  }
  return { condense }
}
