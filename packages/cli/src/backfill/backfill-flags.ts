import type { WritingFlags } from '../writing/writing-flags.ts'

/** The options of `backfill` as they were given. */
export interface BackfillFlags extends WritingFlags {
  readonly limit?: number
  /** Seconds since the epoch. */
  readonly since?: number
  readonly path?: string
  readonly order: 'newest' | 'most_blamed'
  readonly force?: true
  readonly retryFailed?: true
  readonly estimate?: true
}
