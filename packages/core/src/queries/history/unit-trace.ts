import type { NotedRegion } from './noted-region.ts'

/** A region that speaks of the code in question. */
export interface TracedRegion extends NotedRegion {
  /** What the unit that its anchor names is called now, where that is something else. */
  readonly renamedTo?: string
}

/** What speaks of a unit, and what it was called. */
export interface UnitTrace {
  /** Newest first. */
  readonly regions: readonly TracedRegion[]
  /** The present names of the units asked for, then earlier ones, newest first. */
  readonly names: readonly string[]
  /** Whether a name is one that the code in question had; for units of any version of the file. */
  readonly isOurs: (name: string) => boolean
}
