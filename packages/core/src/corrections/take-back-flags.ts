import { type CorrectionReceipt, type ResultAsync, safeTry } from '@chronicle/schema'
import { requireArguments } from '../contracts/require-arguments.ts'
import type { CorrectionEntry } from './correction-entry.ts'
import type { CorrectionError } from './correction-error.ts'
import type { CorrectionOptions, CorrectionServices } from './correction-services.ts'
import { draftFor } from './draft-correction.ts'
import { openAnnotation } from './open-annotation.ts'
import { storeCorrections } from './store-corrections.ts'

/** Doubts that hold no longer. */
export interface TakeBackInput {
  /** The commit that the annotation is on. */
  readonly commit: string
  /** The reasons of the flags, as they were given. */
  readonly flagReasons: readonly string[]
  readonly reason: string
}

/** The field that a correction names which takes a correction back. */
const FLAGS = 'corrections'

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
    yield* requireArguments(input, { commit: 'text', reason: 'text' } as const, 'invalid_correction')
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

/** The corrections of a region without the flags that were taken back later, and without what took them back. */
export function withoutTakenBack(entries: readonly CorrectionEntry[]): readonly CorrectionEntry[] {
  const takers = entries.filter(isTakingBack)
  if (takers.length === 0) return entries
  const isTakenBack = ({ correction: { correction_type: type, reason }, time }: CorrectionEntry): boolean =>
    type === 'flag' && takers.some((taker) => taker.correction.target_value === reason && time <= taker.time)
  return entries.filter((entry) => !isTakingBack(entry) && !isTakenBack(entry))
}

function isTakingBack({ correction: { correction_type: type, field } }: CorrectionEntry): boolean {
  return type === 'remove' && field === FLAGS
}
