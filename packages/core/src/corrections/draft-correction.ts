import type { CommitId, Correction, Region } from '@chronicle/schema'

/** A correction that lacks who makes it and when. */
export interface DraftCorrection {
  readonly commit: CommitId
  readonly correction: Omit<Correction, 'author' | 'timestamp'>
  /** The regions it speaks of, for the receipt. */
  readonly regions: readonly Region[]
}
