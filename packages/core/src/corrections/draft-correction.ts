import type { CommitId, Correction, Region } from '@chronicle/schema'
import type { OpenAnnotation } from './open-annotation.ts'
import { aimAt } from './select-regions.ts'

/** A correction that lacks who makes it and when. */
export interface DraftCorrection {
  readonly commit: CommitId
  readonly correction: Omit<Correction, 'author' | 'timestamp'>
  /** The regions it speaks of, for the receipt. */
  readonly regions: readonly Region[]
}

/** A correction that speaks of one region of an annotation and of no other. */
export function draftFor(
  region: Region,
  { commit }: Pick<OpenAnnotation, 'commit'>,
  correction: DraftCorrection['correction'],
): DraftCorrection {
  return { commit, correction: { ...aimAt(region), ...correction }, regions: [region] }
}
