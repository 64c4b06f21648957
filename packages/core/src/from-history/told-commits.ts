import type { CommitId } from '@chronicle/schema'
import type { PlacedRegion } from '../place/place-candidates.ts'
import type { PlacedFile } from '../read/find-regions.ts'
import { selectRegion } from '../read/select-regions.ts'

/**
 * Returns the commits whose messages an answer does not quote, because it shows what was inferred from them (`shown`),
 * or somebody corrected or retracted that. A message is quoted where its commit is annotated at other places only, or
 * where nothing is left of what was recorded about the place.
 */
export function toldCommits(
  files: readonly PlacedFile[],
  shown: readonly Pick<PlacedRegion, 'commit'>[],
): ReadonlySet<CommitId> {
  const quoted = files.map(({ candidates }) => candidates.messageReasons)
  const corrected = files.flatMap(({ regions }) =>
    regions.filter(({ region, retracted }) => retracted || region.corrections.length > 0),
  )
  return new Set(
    [...shown, ...corrected].map(({ commit }) => commit).filter((commit) => quoted.every((each) => !each.has(commit))),
  )
}

/** Returns the regions about the queried place alone, whatever is left of their code. */
export function regionsAbout(
  { regions, scope: { ranges, units } }: PlacedFile,
  anchor: string | undefined,
): readonly PlacedRegion[] {
  return regions.filter((region) => {
    const selected = selectRegion(region, { anchor, ranges, units })
    return selected !== undefined && selected.about === undefined
  })
}
