import {
  err,
  ok,
  omitUndefined,
  safeTry,
  type CommitId,
  type CurrentPlace,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { Commit } from '../../contracts/git-backend.ts'
import type { CorrectedRegion } from '../../corrections/correct-annotation.ts'
import { isFolderPlace } from '../../place/folder-places.ts'
import { placeCandidates } from '../../place/place-candidates.ts'
import type { Placement } from '../../place/placement.ts'
import type { PlaceableRegion } from '../../place/recorded-region.ts'
import { openTargetFile } from '../../place/target-file.ts'
import type { ReadError } from '../../read/read-error.ts'
import { createFindCurrentPath } from '../find-current-path.ts'
import { resolvePlace, type OpenedQuery } from '../place-query.ts'

/** Errors which mean that nothing can be placed in the file. */
const WITHOUT_LINES: ReadonlySet<string> = new Set(['file_not_found', 'file_too_large', 'invalid_path', 'not_a_file'])

const GONE: CurrentPlace = { freshness: 'orphaned' }

/**
 * Returns the current place of each region, in their order; `undefined` for a region without a place of its own. Each
 * file is opened once, however many regions are about it.
 */
export function findCurrentPlaces(
  commit: CommitId,
  object: Commit | undefined,
  regions: readonly CorrectedRegion[],
  opened: OpenedQuery,
): ResultAsync<readonly (CurrentPlace | undefined)[], ReadError> {
  return safeTry(async function* () {
    const findCurrentPath = createFindCurrentPath(opened)
    const places = new Map<number, CurrentPlace>()
    const byFile = new Map<RepoPath, number[]>()
    for (const [position, { region }] of regions.entries()) {
      if (region.file === undefined || isFolderPlace(region.file)) continue
      const now = yield* findCurrentPath(region.file)
      if (now === undefined) places.set(position, GONE)
      else byFile.set(now, [...(byFile.get(now) ?? []), position])
    }
    const time = object?.committer.time
    for (const [file, positions] of byFile) {
      const placeable = positions.flatMap((position): readonly PlaceableRegion[] => {
        const each = regions[position]
        if (each === undefined) return []
        const committed = omitUndefined({ committedAt: time })
        return [{ commit, ...committed, region: each.region, recordedIn: each.place?.commit ?? commit }]
      })
      const placed = yield* placeIn(file, placeable, opened)
      positions.forEach((position, index) => places.set(position, placed[index] ?? GONE))
    }
    return ok(regions.map((_, position) => places.get(position)))
  })
}

function placeIn(
  path: RepoPath,
  regions: readonly PlaceableRegion[],
  opened: OpenedQuery,
): ResultAsync<readonly CurrentPlace[], ReadError> {
  return safeTry(async function* () {
    const place = await resolvePlace({ file: path }, opened)
    if (place.isErr()) return WITHOUT_LINES.has(place.error.code) ? ok(regions.map(() => GONE)) : err(place.error)
    const target = yield* openTargetFile(place.value, true, opened.placing)
    const placed = await placeCandidates(regions, target, opened.placing)
    return placed.map((all) =>
      all.map(({ placement, region }) => currentPlace(path, region.ast_anchor?.name, placement)),
    )
  })
}

function currentPlace(file: RepoPath, anchor: string | undefined, placement: Placement | undefined): CurrentPlace {
  if (placement === undefined) return GONE
  const { freshness, intact, place, recorded, units } = placement
  const [unit] = units
  const name = unit?.name
  return {
    freshness,
    file,
    ...(name === undefined || anchor === undefined ? {} : { anchor: name }),
    ...omitUndefined({ lines: place }),
    ...(recorded === 0 ? {} : { intact_lines: { intact, recorded } }),
  }
}
