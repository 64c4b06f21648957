import type { Diagnostic } from '@chronicle/schema'

/** Tracks, during a computation, whether its result may be cached. */
export interface PlacingJournal {
  /** Begins a computation. The returned function ends it. */
  begin(): () => {
    /** Diagnostics reported since it began. */
    readonly diagnostics: readonly Diagnostic[]
    /** Whether it depended on something outside the queried state, or was stopped by a limit. */
    readonly isTransient: boolean
  }
  /** Marks the current computation as valid for this query only. */
  markTransient(): void
  /** Repeats a diagnostic of a cached fact, once for each query. */
  repeat(diagnostic: Diagnostic): void
}
