/** A `UnitTrace` as it is kept. */
export interface KeptTrace {
  /** Positions of the regions among those asked about, the newest first, and what their units are called now. */
  readonly regions: readonly (readonly [position: number, renamedTo: string])[]
  readonly names: readonly string[]
}
