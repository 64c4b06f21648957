import type { CommitId } from '@chronicle/schema'

/** A `UnitTrace` in its cached form. */
export interface KeptTrace {
  /** Positions of the regions in the input, newest first, with the current names of their units. */
  readonly regions: readonly (readonly [position: number, renamedTo: string])[]
  readonly names: readonly string[]
  /** The commits with regions about the whole change that changed the units. */
  readonly changing: readonly CommitId[]
}
