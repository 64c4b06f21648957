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
    const { pathNow, unitNow } = opened.placing
    const places = new Map<number, CurrentPlace>()
    const time = object?.committer.time
    const placeAll = (byFile: PositionsByFile): ResultAsync<void, ReadError> =>
      safeTry(async function* () {
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
        return ok(undefined)
      })
    const here: PositionsByFile = new Map()
    const elsewhere: PositionsByFile = new Map()
    for (const [position, { region }] of regions.entries()) {
      if (region.file === undefined || isFolderPlace(region.file)) continue
      places.set(position, GONE)
      add(here, yield* pathNow(region.file), position)
    }
    yield* placeAll(here)
    for (const [position, place] of places) {
      const { file, ast_anchor: anchor } = regions[position]?.region ?? {}
      if (place.freshness !== 'orphaned' || file === undefined || anchor === undefined) continue
      const now = yield* unitNow(anchor.name, (yield* pathNow(file)) ?? file)
      add(elsewhere, now?.path, position)
    }
    yield* placeAll(elsewhere)
    return ok(regions.map((_, position) => places.get(position)))
  })
}

/** Positions of regions by the file in which to place them. */
type PositionsByFile = Map<RepoPath, number[]>

function add(byFile: PositionsByFile, file: RepoPath | undefined, position: number): void {
  if (file !== undefined) byFile.set(file, [...(byFile.get(file) ?? []), position])
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
    ...(name !== undefined && anchor !== undefined && { anchor: name }),
    ...omitUndefined({ lines: place }),
    ...(recorded !== 0 && { intact_lines: { intact, recorded } }),
  }
}
