import { err, ok, type RepoPath, type Result } from '@chronicle/schema'
import type { ReadError } from '../read/read-error.ts'
import type { Placement } from './placement.ts'
import type { PlacingContext } from './placing-context.ts'
import type { PlaceableRegion } from './recorded-region.ts'
import type { TargetFile } from './target-file.ts'

/**
 * Places a region in a binary file: it has no lines and no units, so what is recorded about any of it is about all of
 * it, and any change leaves nothing that could be called intact. `undefined`: the file is another one.
 */
export async function placeBinary(
  { region, statedAt }: PlaceableRegion,
  { blob, names, path }: TargetFile,
  { texts }: PlacingContext,
): Promise<Result<Placement | undefined, ReadError>> {
  const { file } = region
  if (file === undefined || !names.has(file)) return ok(undefined)
  const recorded = await texts.blobAt(statedAt, file as RepoPath)
  if (recorded.isErr()) return err(recorded.error)
  const changed = recorded.value !== undefined && recorded.value !== blob
  return ok({
    place: undefined,
    units: [],
    anchorMatch: 'whole_file',
    anchorDistance: 0,
    kept: [],
    intact: 0,
    recorded: 0,
    survival: changed ? 0 : 1,
    freshness: changed ? 'drifted' : file === path ? 'fresh' : 'moved',
    origin: undefined,
  })
}
