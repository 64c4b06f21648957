import { omitUndefined, type ResultAsync } from '@chronicle/schema'
import { isFolderPlace } from '../../place/folder-places.ts'
import type { PlacedRegion } from '../../place/place-candidates.ts'
import { isInside } from '../../place/overlaps.ts'
import type { PlacedFile } from '../../read/find-regions.ts'
import type { ReadError } from '../../read/read-error.ts'
import { selectRegion } from '../../read/select-regions.ts'
import type { OpenedQuery } from '../place-query.ts'
import type { RankedRegion } from './ranked-region.ts'

/**
 * Finds the regions whose code came to the place from another one, as a read of the place finds them: regions of other
 * files, and regions of this file whose lines are now the unit, under another name, or a part of it.
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
    return scope.units !== undefined && selected.about === undefined && isFoundByLines(selected)
  })
  const commits = arrived.map(({ commit }) => ({ commit, blobs: [] }))
  const ranks = context.ancestry.rank(queried.head, commits, context.call)
  return ranks.map((known) =>
    arrived.map((each) => ({
      ...each,
      ...omitUndefined({ renamedTo: newName(each) }),
      rank: known.get(each.commit) ?? 0,
    })),
  )
}

/** Whether a region about a unit was found by its lines: following names and bodies does not always find it. */
function isFoundByLines({ placement, region }: Pick<PlacedRegion, 'placement' | 'region'>): boolean {
  return region.ast_anchor !== undefined && placement?.anchorMatch === 'line_overlap'
}

/** Returns the name of the unit that a region's unit is now as a whole, if it has another one. */
function newName({
  placement,
  region: { ast_anchor: anchor },
}: Pick<PlacedRegion, 'placement' | 'region'>): string | undefined {
  const { extracted, place, units: [unit] = [] } = placement ?? {}
  if (anchor === undefined || unit === undefined || place === undefined || extracted !== undefined) return undefined
  return unit.name === anchor.name || isInside(place, unit.lines) ? undefined : unit.name
}
