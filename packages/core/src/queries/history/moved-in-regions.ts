import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import { isFolderPlace } from '../../place/folder-places.ts'
import type { PlacedRegion } from '../../place/place-candidates.ts'
import { isInside } from '../../place/overlaps.ts'
import { createPlacingContext } from '../../place/placing-context.ts'
import { findRegions } from '../../read/find-regions.ts'
import type { ReadError } from '../../read/read-error.ts'
import { selectRegion } from '../../read/select-regions.ts'
import type { NamedScope } from '../../read/resolved-scope.ts'
import type { OpenedQuery } from '../place-query.ts'
import type { RankedRegion } from './ranked-region.ts'

/**
 * Finds the regions whose code was moved into the place from another one, as a read of the place finds them: regions of
 * other files, and regions of this file whose lines are now part of the unit.
 */
export function movedInRegions(
  scope: NamedScope,
  anchor: string | undefined,
  { context, queried, view }: OpenedQuery,
): ResultAsync<readonly RankedRegion[], ReadError> {
  return safeTry(async function* () {
    if (scope.goneSince !== undefined || view.noteCount === 0) return ok([])
    // Problems with notes of the place and with its versions are reported by the history itself.
    const placing = createPlacingContext({ ...context, report: () => undefined }, queried)
    const { regions, target } = yield* findRegions(scope, view, placing)
    const arrived = regions.filter((each) => {
      const { file } = each.region
      if (file === undefined || isFolderPlace(file)) return false
      const selected = selectRegion(each, { anchor, ranges: scope.ranges, units: scope.units })
      if (selected === undefined || !target.names.has(file)) return selected !== undefined
      return scope.units !== undefined && selected.about === undefined && isPartOfAnother(selected)
    })
    const commits = arrived.map(({ commit }) => ({ commit, blobs: [] }))
    const ranks = yield* context.ancestry.rank(queried.head, commits, context.call)
    return ok(arrived.map((each) => ({ ...each, rank: ranks.get(each.commit) ?? 0 })))
  })
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
