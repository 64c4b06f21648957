import type { CommitId, Correction, Region } from '@chronicle/schema'
import type { OpenAnnotation } from './open-annotation.ts'
import { targetOf } from './select-regions.ts'

/** A correction without author and time. */
export interface DraftCorrection {
  readonly commit: CommitId
  readonly correction: Omit<Correction, 'author' | 'timestamp'>
  /** The targeted regions, for the receipt. */
  readonly regions: readonly Region[]
}

/** Creates a correction that targets one region of an annotation and no other. */
export function draftFor(
  region: Region,
  { commit }: Pick<OpenAnnotation, 'commit'>,
  correction: DraftCorrection['correction'],
): DraftCorrection {
  return { commit, correction: { ...targetOf(region), ...correction }, regions: [region] }
}
