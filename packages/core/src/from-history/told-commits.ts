import type { CommitId } from '@chronicle/schema'
import type { PlacedFile } from '../read/find-regions.ts'
import { selectRegion } from '../read/select-regions.ts'

/**
 * Returns the commits whose messages an answer does not quote, because it shows what was inferred from them about the
 * queried place, or somebody retracted that. A message is quoted where its commit is annotated at other places only.
 */
export function toldCommits(files: readonly PlacedFile[], anchor: string | undefined): ReadonlySet<CommitId> {
  return new Set(
    files.flatMap((file) =>
      file.regions
        .filter(({ commit }) => !file.candidates.messageReasons.has(commit))
        .filter((region) => region.retracted || tellsHere(region, file, anchor))
        .map(({ commit }) => commit),
    ),
  )
}

/** Whether a region is about the queried place. One whose code is gone is about the unit that it names. */
function tellsHere(
  region: PlacedFile['regions'][number],
  { scope: { ranges, units } }: PlacedFile,
  anchor: string | undefined,
): boolean {
  if (region.placement !== undefined) return selectRegion(region, { anchor, ranges, units }) !== undefined
  const name = region.region.ast_anchor?.name
  const isWhole = ranges === undefined && anchor === undefined
  return isWhole || (name !== undefined && (name === anchor || units?.some((unit) => unit.name === name) === true))
}
