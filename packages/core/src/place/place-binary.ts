import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ReadError } from '../read/read-error.ts'
import { WITHOUT_LINES, type Placement } from './placement.ts'
import type { PlacingContext } from './placing-context.ts'
import type { PlaceableRegion } from './recorded-region.ts'
import type { TargetFile } from './target-file.ts'

/**
 * Places a region in a binary file. Such a file has no lines and no units, so the region is about the whole file, and
 * any change leaves nothing intact. `undefined` when the region is about another file.
 */
export function placeBinary(
  { region, recordedIn }: PlaceableRegion,
  { blob, names, path }: TargetFile,
  { texts }: PlacingContext,
): ResultAsync<Placement | undefined, ReadError> {
  return safeTry(async function* () {
    const { file } = region
    if (file === undefined || !names.has(file)) return ok(undefined)
    const recorded = yield* texts.blobAt(recordedIn, file as RepoPath)
    const changed = recorded !== undefined && recorded !== blob
    if (changed) return ok({ ...WITHOUT_LINES, survival: 0, freshness: 'drifted' })
    return ok({ ...WITHOUT_LINES, freshness: file === path ? 'fresh' : 'moved' })
  })
}
