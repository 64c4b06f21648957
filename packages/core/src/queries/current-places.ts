import {
  formatPlace,
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
import { isFolderPlace } from '../place/folder-places.ts'
import type { PlacingContext } from '../place/placing-context.ts'
import type { ReadError } from '../read/read-error.ts'

/** Maximum number of files that the regions of one answer rely on and that are looked up. */
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

/** Returns regions with the current paths of the files that they rely on. Files that are gone keep their paths. */
export function withCurrentDependencies(
  regions: readonly ReadRegion[],
  { pathNow }: Pick<PlacingContext, 'pathNow'>,
): ResultAsync<readonly ReadRegion[], ReadError> {
  return safeTry(async function* () {
    const files = regions.flatMap(({ semantic_dependencies: found = [] }) => found.map(({ file }) => file))
    const paths = new Map<string, string>()
    for (const file of new Set(files.slice(0, MAX_RELIED_ON))) {
      const now = yield* isFolderPlace(file) ? ok(undefined) : await pathNow(file)
      if (now !== undefined && now !== file) paths.set(file, now)
    }
    if (paths.size === 0) return ok(regions)
    const current = (entry: ShownDependency): ShownDependency => {
      const file = paths.get(entry.file)
      return file === undefined ? entry : { ...entry, file, recorded_file: entry.file }
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
