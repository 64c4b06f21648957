import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { ReadError } from '../read/read-error.ts'
import { lengthOf } from './overlaps.ts'
import { WITHOUT_LINES, type Placement } from './placement.ts'
import type { PlacingContext } from './placing-context.ts'
import type { PlaceableRegion } from './recorded-region.ts'
import type { TargetFile } from './target-file.ts'
import { writtenLines, writtenLinesLeft } from './written-lines.ts'

/**
 * Places a region about its whole commit at the unchanged lines that the commit wrote in the file. When the commit only
 * moved the file here, the placement has no lines. `undefined` when neither applies.
 */
export function placeCommitWide(
  region: PlaceableRegion,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<Placement | undefined, ReadError> {
  return safeTry(async function* () {
    if (isMovedHere(region, target)) return ok(WITHOUT_LINES)
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

/** Whether the commit renamed the file to its current path without changing its content. */
function isMovedHere({ commit }: PlaceableRegion, { history, path }: TargetFile): boolean {
  const { blob, path: to, previousBlob, previousPath } = history.revisions.find((each) => each.commit === commit) ?? {}
  return to === path && previousPath !== undefined && previousPath !== to && blob === previousBlob
}
