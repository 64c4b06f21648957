import { ok, okAsync, safeTry, type ResultAsync } from '@chronicle/schema'
import type { ReadError } from '../read/read-error.ts'
import type { FileState } from './file-texts.ts'
import { isFolderPlace } from './folder-places.ts'
import { placeCommitWide } from './place-commit-wide.ts'
import { placeRegion } from './place-region.ts'
import { WITHOUT_LINES, type Placement } from './placement.ts'
import type { PlacingContext } from './placing-context.ts'
import { regionKey } from './region-key.ts'
import type { PlaceableRegion, RecordedRegion } from './recorded-region.ts'
import type { TargetFile } from './target-file.ts'

/** A region with its placement in the file. Without a placement, its code no longer exists there. */
export type Placed<R extends PlaceableRegion> = R & { readonly placement: Placement | undefined }

export type PlacedRegion = Placed<RecordedRegion>

/** Places the regions in the file, in their order. Caches what was learnt about the file for the next query. */
export function placeCandidates<R extends PlaceableRegion>(
  regions: readonly R[],
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<readonly Placed<R>[], ReadError> {
  return safeTry(async function* () {
    const placed: Placed<R>[] = []
    yield* placing.texts.openAll(recordedStates(regions, target, placing))
    for (const region of regions) {
      const placement = yield* placementOf(region, target, placing)
      placed.push({ ...region, placement })
    }
    await Promise.all([target.maps.save(), target.facts.save()])
    return ok(placed)
  })
}

/**
 * Returns the recorded states that have to be compared with the file. Opened together, they take one request where a
 * partial clone lacks them.
 */
function recordedStates(
  regions: readonly PlaceableRegion[],
  target: TargetFile,
  placing: PlacingContext,
): readonly FileState[] {
  const { history, names, text } = target
  return regions.flatMap((region) => {
    const { committedAt = Infinity, region: recorded, recordedIn } = region
    if (text === undefined || recorded.file === undefined || !names.has(recorded.file)) return []
    if (knownPlacement(regionKey(region, target, placing), target) !== undefined) return []
    const { revisions } = history
    const last =
      revisions.find(({ commit }) => commit === recordedIn) ?? revisions.find((each) => each.committedAt <= committedAt)
    return last?.blob === undefined ? [] : [{ path: last.path, blob: last.blob }]
  })
}

/** A cached placement: units are stored as their positions in the outline of the target. */
type KeptPlacement = Omit<Placement, 'units'> & { readonly units: readonly number[] }

function placementOf(
  region: PlaceableRegion,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<Placement | undefined, ReadError> {
  return safeTry(async function* () {
    const all = target.units ?? []
    const kept = await target.facts.get<KeptPlacement>(
      factOf(regionKey(region, target, placing)),
      placing.journal,
      () =>
        placeOne(region, target, placing).map(
          (found) => found && { ...found, units: found.units.map((unit) => all.indexOf(unit)) },
        ),
    )
    return kept.map((found) => restore(found, target))
  })
}

/** Returns the cached placement of a region by its key, if it was computed without diagnostics. */
export function knownPlacement(
  key: string,
  target: TargetFile,
): { readonly placement: Placement | undefined } | undefined {
  const known = target.facts.peek<KeptPlacement>(factOf(key))
  return known && { placement: restore(known.fact, target) }
}

function factOf(key: string): string {
  return `place ${key}`
}

function restore(kept: KeptPlacement | undefined, { units: all = [] }: TargetFile): Placement | undefined {
  return kept && { ...kept, units: kept.units.flatMap((position) => all[position] ?? []) }
}

function placeOne(
  region: PlaceableRegion,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<Placement | undefined, ReadError> {
  const { file } = region.region
  if (file === undefined) return placeCommitWide(region, target, placing)
  if (isFolderPlace(file)) return okAsync(WITHOUT_LINES)
  return placeRegion(region, target, placing)
}
