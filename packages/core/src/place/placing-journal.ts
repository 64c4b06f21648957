import type { Diagnostic } from '@chronicle/schema'

/** Records, while something is computed, what has to be known before its result may be kept. */
export interface PlacingJournal {
  /** Begins a computation. The function returned ends it. */
  begin(): () => {
    /** Reported since it began. */
    readonly diagnostics: readonly Diagnostic[]
    /** It depended on something that is no part of the state asked about, or was given up at a limit. */
    readonly passing: boolean
  }
  /** Says that what is being computed holds for this query alone. */
  markPassing(): void
  /** Reports again what was reported when a fact was computed, once for each query. */
  repeat(diagnostic: Diagnostic): void
}
