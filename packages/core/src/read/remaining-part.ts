import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { RecordedPlace } from '../place/placement.ts'
import type { PlacingContext } from '../place/placing-context.ts'
import { regionKey } from '../place/region-key.ts'
import type { TargetFile } from '../place/target-file.ts'
import { isWrittenAmong, writtenLines, writtenLinesLeft } from '../place/written-lines.ts'
import type { ReadError } from './read-error.ts'
import type { SelectedRegion } from './select-regions.ts'

/** The part of a region that still answers a query about the code. */
export type RemainingPart =
  /** The whole region. */
  | 'whole'
  /**
   * The binding parts: constraints, risks, rejected alternatives, dependencies and tests, with the intent that explains
   * them.
   */
  | 'binding'
  /** Nothing: no line is left of the change that it is about. */
  | 'none'

/**
 * Returns the part of a region that outlives later changes: all of it while any line that its commit wrote there is
 * left. A region about code that its commit did not write is about the code, not about a change.
 */
export function remainingPart(
  selected: SelectedRegion,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<RemainingPart, ReadError> {
  return safeTry(async function* () {
    const { placement, region } = selected
    const { freshness, origin } = placement
    if (freshness !== 'drifted' || region.file === undefined || origin === undefined) return ok('whole')
    const key = `outlived ${regionKey(selected, target, placing)}`
    const outlived = yield* target.facts.get(key, placing.journal, () => isOutdated(selected, origin, target, placing))
    if (outlived !== true) return ok('whole')
    const binds =
      region.constraints.length > 0 ||
      (region.risk_notes ?? '') !== '' ||
      region.rejected_alternatives.length > 0 ||
      region.semantic_dependencies.length > 0 ||
      (region.held_by_tests ?? []).length > 0
    return ok(binds ? 'binding' : 'none')
  })
}

/** Whether the commit wrote some of the recorded lines, and none of them is left. */
function isOutdated(
  recorded: SelectedRegion,
  origin: RecordedPlace,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<boolean, ReadError> {
  return safeTry(async function* () {
    const written = yield* writtenLines(recorded, target, placing)
    if (written === undefined || written.state.blob !== origin.blob) return ok(false)
    const { left, written: count } = yield* writtenLinesLeft(written, origin.lines, target, placing)
    if (count === 0 || left.length > 0) return ok(false)
    // A diff of the files shows lines moved within a file as new, but placing found them again.
    return ok(!(yield* isWrittenAmong(recorded.placement.kept, written, origin.lines, target, placing)))
  })
}
