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

/** Which texts are condensed, by which model. */
export interface CondenseRequest extends CondenseOptions {
  /** A model, or the choice of one. Absent: only a dry run is possible. */
  readonly model?: ModelChoice | LanguageModel
  readonly notesRef?: NotesRef
  /** What looks like a secret and is none. Not used with a `redactor` of your own. */
  readonly allowedSecrets?: readonly string[]
  readonly redactor?: Redactor
}

/** What can be done about the length of what squashed commits left. */
export interface Condensing {
  /**
   * Lets a model make one text of what several commits recorded about one place before they were squashed; see
   * `condenseAnnotations` of `@chronicle/writer`. `model_not_configured`: there is no model, or it cannot be opened.
   */
  condense(request?: CondenseRequest): ResultAsync<CondenseReceipt, CodedError>
}

/** Nothing of it is loaded before it is used. */
export function createCondensing({ git, clock, sleep, env, notesRef: ref }: RepositoryParts): Condensing {
  function condense(request: CondenseRequest = {}): ResultAsync<CondenseReceipt, CodedError> {
    const { allowedSecrets, model: chosen, notesRef = ref, redactor: given, ...options } = request
    return safeTry(async function* () {
      // A dry run needs no key.
      const model = isModel(chosen) ? chosen : options.dryRun === true ? undefined : yield* openModel(chosen, env)
      const { condenseAnnotations } = await import('@chronicle/writer')
      const redactor = given ?? (await openRedactor(allowedSecrets))
      const notesRefs = notesRef === undefined ? undefined : [notesRef]
      return condenseAnnotations({ git, clock, sleep, redactor, ...omitUndefined({ model, notesRefs }) }, options)
    })
  }
  return { condense }
}
