import { type CorrectionReceipt, type ResultAsync, safeTry } from '@chronicle/schema'
import { requireOnly } from '../contracts/require-arguments.ts'
import type { CorrectionError } from './correction-error.ts'
import type { CorrectionOptions, CorrectionServices } from './correction-services.ts'
import { draftFor } from './draft-correction.ts'
import { openAnnotation } from './open-annotation.ts'
import { storeCorrections } from './store-corrections.ts'
import { FLAGS } from './without-taken-back.ts'

/** Doubts that hold no longer. */
export interface TakeBackInput {
  /** The commit that the annotation is on. */
  readonly commit: string
  /** The reasons of the flags, as they were given. */
  readonly flagReasons: readonly string[]
  readonly reason: string
}

/**
 * Takes back flags of an annotation by their reasons: they are shown no more and cost no confidence. What was stored
 * stays; that a flag is taken back is one more correction. Of flags that are not there, nothing is stored.
 */
export function takeBackFlags(
  seams: CorrectionServices,
  input: TakeBackInput,
  options: CorrectionOptions = {},
): ResultAsync<CorrectionReceipt, CorrectionError> {
  return safeTry(async function* () {
    yield* requireOnly(input, { commit: 'text', flagReasons: 'texts', reason: 'text' } as const, 'invalid_correction')
    const opened = yield* openAnnotation(input.commit, seams, options)
    const drafts = opened.annotation.regions.flatMap((region, position) => {
      const standing = opened.corrected.regions[position]?.region.corrections ?? []
      const flags = standing.filter(({ correction_type: type }) => type === 'flag').map(({ reason }) => reason)
      return input.flagReasons
        .filter((given) => flags.includes(given))
        .map((given) => draftFor(region, opened, takeBack(given, input.reason)))
    })
    return storeCorrections(drafts, seams, options)
  })
}

function takeBack(flagReason: string, reason: string): Parameters<typeof draftFor>[2] {
  return { correction_type: 'remove', field: FLAGS, target_value: flagReason, reason }
}
