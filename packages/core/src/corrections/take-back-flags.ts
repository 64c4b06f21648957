import { type CorrectionReceipt, type ResultAsync, safeTry } from '@chronicle/schema'
import { requireKnownArguments } from '../contracts/require-arguments.ts'
import type { CorrectionError } from './correction-error.ts'
import type { CorrectionOptions, CorrectionServices } from './correction-services.ts'
import { targets } from './correction-entry.ts'
import { draftFor } from './draft-correction.ts'
import { openAnnotation } from './open-annotation.ts'
import { storeCorrections } from './store-corrections.ts'
import { TAKE_BACK_FIELD } from './remove-taken-back-flags.ts'

/** Flags to take back. */
export interface TakeBackInput {
  /** The annotated commit. */
  readonly commit: string
  /** The reasons of the flags, exactly as given. */
  readonly flagReasons: readonly string[]
  readonly reason: string
}

/**
 * Takes back flags of an annotation by their reasons, so that they are no longer shown and no longer lower the
 * confidence. Stored content is preserved: taking back is another correction. Nothing is stored for flags that do not
 * exist. A flag that was taken back is taken back again for another reason: what brought the code back on one branch
 * does not do so on others.
 */
export function takeBackFlags(
  seams: CorrectionServices,
  input: TakeBackInput,
  options: CorrectionOptions = {},
): ResultAsync<CorrectionReceipt, CorrectionError> {
  return safeTry(async function* () {
    yield* requireKnownArguments(
      input,
      { commit: 'text', flagReasons: 'texts', reason: 'text' } as const,
      'invalid_correction',
    )
    const opened = yield* openAnnotation(input.commit, seams, options)
    const stored = opened.corrections.filter(({ correction_type: type }) => type === 'flag')
    const drafts = opened.annotation.regions.flatMap((region) => {
      const flags = stored.filter((flag) => targets(flag, region)).map(({ reason }) => reason)
      return input.flagReasons
        .filter((given) => flags.includes(given))
        .map((given) => draftFor(region, opened, takeBack(given, input.reason)))
    })
    return storeCorrections(drafts, seams, options)
  })
}

function takeBack(flagReason: string, reason: string): Parameters<typeof draftFor>[2] {
  return { correction_type: 'remove', field: TAKE_BACK_FIELD, target_value: flagReason, reason }
}
