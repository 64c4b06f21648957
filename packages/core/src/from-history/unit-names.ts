import type { PlaceRevision } from './history-of-places.ts'

/** Returns the names of the units of a place: the current ones, and the one in the commit that changed the place. */
export function unitNames({ file, lines }: PlaceRevision): readonly string[] {
  return [lines?.name, ...(file.scope.units ?? []).map(({ name }) => name)].filter((name) => name !== undefined)
}
