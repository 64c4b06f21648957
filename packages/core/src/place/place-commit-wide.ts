import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { ReadError } from '../read/read-error.ts'
import { lengthOf } from './overlaps.ts'
import { WITHOUT_LINES, type Placement } from './placement.ts'
import type { PlacingContext } from './placing-context.ts'
import type { PlaceableRegion } from './recorded-region.ts'
import type { TargetFile } from './target-file.ts'
import { writtenLines, writtenLinesLeft } from './written-lines.ts'

/**
 * Places a region that is about its whole commit: where the lines are that the commit wrote in the file and that nobody
 * has changed. `undefined`: there are none.
 */
export function placeCommitWide(
  region: PlaceableRegion,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<Placement | undefined, ReadError> {
  return safeTry(async function* () {
    const lines = yield* writtenLines(region, target, placing)
    if (lines === undefined) return ok(undefined)
    const { left, written } = yield* writtenLinesLeft(lines, undefined, target, placing)
    if (left.length === 0) return ok(undefined)
    const intact = left.reduce((sum, range) => sum + lengthOf(range), 0)
    return ok({
      ...WITHOUT_LINES,
      anchorMatch: 'line_overlap',
      kept: left,
      intact,
      recorded: written,
      survival: intact / written,
      freshness: intact < written ? 'drifted' : 'fresh',
    })
  })
}
