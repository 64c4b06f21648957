import { ok, omitUndefined, safeTry, type ResultAsync } from '@chronicle/schema'
import type { Commit } from '../../contracts/git-backend.ts'
import type { OutlinedRegion } from '../../place/known-regions.ts'
import { placeCandidates } from '../../place/place-candidates.ts'
import type { PlacingContext } from '../../place/placing-context.ts'
import type { PlacedFile } from '../../read/find-regions.ts'
import type { ReadError } from '../../read/read-error.ts'
import { selectRegion } from '../../read/select-regions.ts'
import { regionKey, type RankedRegion } from '../history/ranked-region.ts'

/**
 * Returns the regions whose code is elsewhere in the file: in another unit with the same name, or in other lines outside
 * all units. What is about a whole commit is not among them. `commits` are the commits of the regions, by id.
 */
export function standingElsewhere(
  regions: readonly RankedRegion[],
  anchor: string | undefined,
  commits: ReadonlyMap<string, Commit>,
  { regions: known, scope, target }: PlacedFile,
  placing: PlacingContext,
): ResultAsync<ReadonlySet<string>, ReadError> {
  return safeTry(async function* () {
    const { ranges, units } = scope
    const placed = new Map<string, OutlinedRegion>(known.map((each) => [regionKey(each), each]))
    // Regions that were known not to match were not placed again.
    const own = regions.filter(({ region }) => region.file !== undefined)
    const others = own
      .filter((each) => !placed.has(regionKey(each)))
      .map((each) => ({
        ...each,
        recordedIn: each.commit,
        ...omitUndefined({ committedAt: commits.get(each.commit)?.committer.time }),
      }))
    for (const each of yield* await placeCandidates(others, target, placing)) placed.set(regionKey(each), each)
    const isElsewhere = (each: RankedRegion): boolean => {
      const found = placed.get(regionKey(each))
      return found?.placement !== undefined && selectRegion(found, { ranges, units, anchor }) === undefined
    }
    return ok(new Set(own.filter(isElsewhere).map(regionKey)))
  })
}
