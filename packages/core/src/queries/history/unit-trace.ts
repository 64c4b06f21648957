import type { RankedRegion } from './ranked-region.ts'

/** A region about the queried code. */
export interface TracedRegion extends RankedRegion {
  /** Current name of the unit that its anchor names, if it differs. */
  readonly renamedTo?: string
}

/** The regions about a unit, and the names it has had. */
export interface UnitTrace {
  /** Newest first. */
  readonly regions: readonly TracedRegion[]
  /** The current names of the queried units, then earlier ones, newest first. */
  readonly names: readonly string[]
  /** Whether the queried code had this name; for units of any version of the file. */
  readonly isOurs: (name: string) => boolean
}
