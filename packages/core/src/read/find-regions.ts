import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { AnnotationView } from '../contracts/annotation-index.ts'
import { collectCandidates, type Candidates } from '../place/collect-candidates.ts'
import { isFolderPlace } from '../place/folder-places.ts'
import type { OutlinedRegion } from '../place/known-regions.ts'
import { placeCandidates, type PlacedRegion } from '../place/place-candidates.ts'
import type { PlacingContext } from '../place/placing-context.ts'
import type { RecordedRegion } from '../place/recorded-region.ts'
import { openTargetFile, type TargetFile } from '../place/target-file.ts'
import type { ReadError } from './read-error.ts'
import type { ResolvedScope } from './resolved-scope.ts'

/** A queried file, with all placed regions that may be about it. */
export interface PlacedFile {
  readonly scope: ResolvedScope
  readonly target: TargetFile
  readonly candidates: Omit<Candidates, 'regions'>
  /** Oldest first. */
  readonly regions: readonly PlacedRegion[]
  /** Regions that were omitted because they are about other parts of the file. */
  readonly elsewhere?: readonly PlacedRegion[]
}

/**
 * Finds and places the regions about a file; `wanted` excludes regions that the query does not request. When only a
 * part of the file is queried, `answers` decides which regions match: the others may be omitted.
 */
export function findRegions(
  scope: ResolvedScope,
  view: AnnotationView,
  placing: PlacingContext,
  wanted: (region: RecordedRegion) => boolean = () => true,
  answers?: (region: OutlinedRegion, target: TargetFile) => boolean,
): ResultAsync<PlacedFile, ReadError> {
  return safeTry(async function* () {
    const target = yield* openTargetFile(scope, view.noteCount > 0 && scope.isNew !== true, placing)
    const isPart = scope.ranges !== undefined && scope.goneSince === undefined
    const counts = isPart && answers !== undefined ? (region: OutlinedRegion) => answers(region, target) : undefined
    const { regions: found, ...candidates } = yield* collectCandidates(target, view, placing, counts)
    // Regions recorded under the path of a new file are about an earlier file, which is gone.
    const regions = scope.isNew === true ? found.filter(({ region }) => isFolderPlace(region.file ?? '')) : found
    const changed = new Set(target.history.revisions.map(({ commit }) => commit))
    const named = new Set(regions.filter(({ region }) => region.file !== undefined).map(({ commit }) => commit))
    for (const [commit, problems] of candidates.diagnostics) {
      // An unreadable note may be about anything; it is reported when its commit changed the file.
      if (changed.has(commit) || named.has(commit)) problems.forEach(placing.context.report)
    }
    // Code that is gone has no place; its regions are counted here and shown by its history.
    if (scope.goneSince !== undefined) {
      const gone = regions.filter(wanted).map((region) => ({ ...region, placement: undefined }))
      return ok({ scope, target, candidates, regions: gone })
    }
    const placed = await placeCandidates(regions.filter(wanted), target, placing)
    return placed.map((all) => ({ scope, target, candidates, regions: all }))
  })
}
