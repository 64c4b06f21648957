import { err, ok, type Result } from '@chronicle/schema'
import type { ReadError } from '../read/read-error.ts'
import { isFolderPlace } from './folder-places.ts'
import { placeCommitWide } from './place-commit-wide.ts'
import { placeRegion } from './place-region.ts'
import type { Placement } from './placement.ts'
import type { PlacingContext } from './placing-context.ts'
import type { PlaceableRegion, RecordedRegion } from './recorded-region.ts'
import type { TargetFile } from './target-file.ts'

/** A region with its place in the file; without one, its code is not there any more. */
export type Placed<R extends PlaceableRegion> = R & { readonly placement: Placement | undefined }

export type PlacedRegion = Placed<RecordedRegion>

/** Places the regions in the file, in their order. Keeps what was learnt about the file for the next question. */
export async function placeCandidates<R extends PlaceableRegion>(
  regions: readonly R[],
  target: TargetFile,
  placing: PlacingContext,
): Promise<Result<readonly Placed<R>[], ReadError>> {
  const placed: Placed<R>[] = []
  for (const region of regions) {
    const placement = await placeOne(region, target, placing)
    if (placement.isErr()) return err(placement.error)
    placed.push({ ...region, placement: placement.value })
  }
  await target.maps.save()
  return ok(placed)
}

function placeOne(
  region: PlaceableRegion,
  target: TargetFile,
  placing: PlacingContext,
): Promise<Result<Placement | undefined, ReadError>> {
  const { file } = region.region
  if (file === undefined) return placeCommitWide(region, target, placing)
  if (isFolderPlace(file)) return Promise.resolve(ok(RULE))
  return placeRegion(region, target, placing)
}

/** A rule holds for a file whatever becomes of its lines. */
const RULE: Placement = {
  place: undefined,
  units: [],
  anchorMatch: 'whole_file',
  anchorDistance: 0,
  kept: [],
  intact: 0,
  recorded: 0,
  survival: 1,
  freshness: 'fresh',
  origin: undefined,
}
