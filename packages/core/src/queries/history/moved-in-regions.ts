import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import { isFolderPlace } from '../../place/folder-places.ts'
import { createPlacingContext } from '../../place/placing-context.ts'
import { findRegions } from '../../read/find-regions.ts'
import type { ReadError } from '../../read/read-error.ts'
import { selectRegion } from '../../read/select-regions.ts'
import type { NamedScope } from '../../read/resolved-scope.ts'
import type { OpenedQuery } from '../place-query.ts'
import type { RankedRegion } from './ranked-region.ts'

/** Finds the regions recorded about other files whose code was moved into the place, with the same rules as `read`. */
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
    const arrived = regions.filter(
      (each) =>
        each.region.file !== undefined &&
        !isFolderPlace(each.region.file) &&
        !target.names.has(each.region.file) &&
        selectRegion(each, { anchor, ranges: scope.ranges, units: scope.units }) !== undefined,
    )
    const commits = arrived.map(({ commit }) => ({ commit, blobs: [] }))
    const ranks = yield* context.ancestry.rank(queried.head, commits, context.call)
    return ok(arrived.map((each) => ({ ...each, rank: ranks.get(each.commit) ?? 0 })))
  })
}
