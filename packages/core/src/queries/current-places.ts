import {
  formatPlace,
  omitEmpty,
  ok,
  omitUndefined,
  parsePlace,
  safeTry,
  type CrossCuttingEntry,
  type Place,
  type ReadRegion,
  type ResultAsync,
  type ShownDependency,
} from '@chronicle/schema'
import { distinctBy } from '../answer/fold-text.ts'
import { isFolderPlace } from '../place/folder-places.ts'
import type { PlacingContext } from '../place/placing-context.ts'
import type { ReadError } from '../read/read-error.ts'

/** Maximum number of places that the regions of one answer rely on and that are looked up. */
const MAX_RELIED_ON = 20

/**
 * Returns groups with the current names of their places. A place that is gone, or that never existed, keeps its name.
 */
export function withCurrentPlaces(
  groups: readonly CrossCuttingEntry[],
  placing: PlacingContext,
): ResultAsync<readonly CrossCuttingEntry[], ReadError> {
  return safeTry(async function* () {
    const renamed: CrossCuttingEntry[] = []
    for (const group of groups) {
      const regions: string[] = []
      for (const place of group.regions) {
        const { file, anchor } = parsePlace(place)
        const recorded: Place = { file, ...omitUndefined({ anchor }) }
        const called = (yield* findCurrentPlace(recorded, placing)) ?? recorded
        const isSame = called.file === file && called.anchor === anchor
        regions.push(isSame ? place : formatPlace(called))
      }
      renamed.push({ ...group, regions: [...new Set(regions)] })
    }
    return ok(renamed)
  })
}

/** Returns regions with the current places of the code that they rely on. Code that is gone keeps its place. */
export function withCurrentDependencies(
  regions: readonly ReadRegion[],
  placing: PlacingContext,
): ResultAsync<readonly ReadRegion[], ReadError> {
  return safeTry(async function* () {
    const placeOf = ({ anchor, file }: ShownDependency): string => formatPlace({ file, ...omitEmpty({ anchor }) })
    const all = regions.flatMap(({ semantic_dependencies: found = [] }) => found)
    const places = new Map<string, Place>()
    for (const entry of distinctBy(all, placeOf).slice(0, MAX_RELIED_ON)) {
      const { anchor, file } = entry
      const now = isFolderPlace(file) ? undefined : yield* findCurrentPlace({ file, ...omitEmpty({ anchor }) }, placing)
      if (now !== undefined && (now.file !== file || (now.anchor ?? '') !== anchor)) places.set(placeOf(entry), now)
    }
    if (places.size === 0) return ok(regions)
    const current = (entry: ShownDependency): ShownDependency => {
      const now = places.get(placeOf(entry))
      if (now === undefined) return entry
      const { anchor = '', file } = now
      return {
        ...{ ...entry, file, anchor },
        ...(file !== entry.file && { recorded_file: entry.file }),
        ...(anchor !== entry.anchor && { recorded_anchor: entry.anchor }),
      }
    }
    return ok(
      regions.map((region) => ({
        ...region,
        ...omitUndefined({ semantic_dependencies: region.semantic_dependencies?.map(current) }),
      })),
    )
  })
}

/**
 * Finds the current path and name of a file or unit, also when its file is gone and the unit was moved to another one.
 * `undefined` when both are gone. A unit that is gone from a file keeps its name.
 */
export function findCurrentPlace(
  { anchor, file }: Place,
  { pathNow, unitNow }: PlacingContext,
): ResultAsync<Place | undefined, ReadError> {
  return safeTry(async function* () {
    const path = yield* pathNow(file)
    const now = yield* anchor === undefined ? ok(undefined) : await unitNow(anchor, path ?? file)
    if (now !== undefined) return ok({ file: now.path, anchor: now.name })
    return ok(path === undefined ? undefined : { file: path, ...omitUndefined({ anchor }) })
  })
}
