import { err, ok, type Result } from '@chronicle/schema'
import type { ReadError } from '../read/read-error.ts'
import { lengthOf } from './overlaps.ts'
import type { Placement } from './placement.ts'
import type { PlacingContext } from './placing-context.ts'
import type { PlaceableRegion } from './recorded-region.ts'
import type { TargetFile } from './target-file.ts'
import { writtenLines, writtenLinesLeft } from './written-lines.ts'

/**
 * Places a region that is about its whole commit: where the lines are that the commit wrote in the file and that nobody
 * has changed. `undefined`: there are none.
 */
export async function placeCommitWide(
  region: PlaceableRegion,
  target: TargetFile,
  placing: PlacingContext,
): Promise<Result<Placement | undefined, ReadError>> {
  const lines = await writtenLines(region, target, placing)
  if (lines.isErr()) return err(lines.error)
  if (lines.value === undefined) return ok(undefined)
  const found = await writtenLinesLeft(lines.value, undefined, target, placing)
  if (found.isErr()) return err(found.error)
  const { left, written } = found.value
  if (left.length === 0) return ok(undefined)
  const intact = left.reduce((sum, range) => sum + lengthOf(range), 0)
  return ok({
    place: undefined,
    units: [],
    anchorMatch: 'line_overlap',
    anchorDistance: 0,
    kept: left,
    intact,
    recorded: written,
    survival: intact / written,
    freshness: intact < written ? 'drifted' : 'fresh',
    origin: undefined,
  })
}
