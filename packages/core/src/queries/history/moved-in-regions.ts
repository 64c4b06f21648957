import type { ResultAsync } from '@chronicle/schema'
import { isFolderPlace } from '../../place/folder-places.ts'
import type { PlacedRegion } from '../../place/place-candidates.ts'
import { isInside } from '../../place/overlaps.ts'
import type { PlacedFile } from '../../read/find-regions.ts'
import type { ReadError } from '../../read/read-error.ts'
import { selectRegion } from '../../read/select-regions.ts'
import type { OpenedQuery } from '../place-query.ts'
import type { RankedRegion } from './ranked-region.ts'

/**
 * Finds the regions whose code was moved into the place from another one, as a read of the place finds them: regions of
 * other files, and regions of this file whose lines are now part of the unit.
 */
export function movedInRegions(
  { regions, scope, target }: PlacedFile,
  anchor: string | undefined,
  { context, queried }: OpenedQuery,
): ResultAsync<readonly RankedRegion[], ReadError> {
  const arrived = regions.filter((each) => {
    const { file } = each.region
    if (file === undefined || isFolderPlace(file)) return false
    const selected = selectRegion(each, { anchor, ranges: scope.ranges, units: scope.units })
    if (selected === undefined || !target.names.has(file)) return selected !== undefined
    return scope.units !== undefined && selected.about === undefined && isPartOfAnother(selected)
  })
  const commits = arrived.map(({ commit }) => ({ commit, blobs: [] }))
  const ranks = context.ancestry.rank(queried.head, commits, context.call)
  return ranks.map((known) => arrived.map((each) => ({ ...each, rank: known.get(each.commit) ?? 0 })))
}

/**
 * Whether a region is about lines that are now part of another unit. A region whose unit was renamed is found by
 * following names.
 */
function isPartOfAnother({ placement, region }: Pick<PlacedRegion, 'placement' | 'region'>): boolean {
  if (region.ast_anchor === undefined || placement?.anchorMatch !== 'line_overlap') return false
  const { extracted, place, units } = placement
  const [unit] = units
  return extracted !== undefined || (place !== undefined && unit !== undefined && isInside(place, unit.lines))
}
