import { err, ok, type Result } from '@chronicle/schema'
import type { PlacingContext } from '../place/placing-context.ts'
import type { TargetFile } from '../place/target-file.ts'
import { writtenLines, writtenLinesLeft } from '../place/written-lines.ts'
import type { ReadError } from './read-error.ts'
import type { SelectedRegion } from './select-regions.ts'

/** What of a region still answers a question about the code. */
export type Outliving =
  /** All of it. */
  | 'whole'
  /** What binds: constraints, risks, rejected alternatives, dependencies and tests, with the intent that explains them. */
  | 'binding'
  /** Nothing: it is about a change of which no line is left. */
  | 'none'

/**
 * Tells what of a region outlives the changes since: all of it as long as a line is left that its commit wrote there.
 * What is recorded about code that its commit did not write is about the code, not about a change.
 */
export async function outlivingPart(
  { placement, region, ...recorded }: SelectedRegion,
  target: TargetFile,
  placing: PlacingContext,
): Promise<Result<Outliving, ReadError>> {
  const { freshness, origin } = placement
  if (freshness !== 'drifted' || region.file === undefined || origin === undefined) return ok('whole')
  const written = await writtenLines(recorded, target, placing)
  if (written.isErr()) return err(written.error)
  if (written.value === undefined || written.value.state.blob !== origin.blob) return ok('whole')
  const found = await writtenLinesLeft(written.value, origin.lines, target, placing)
  if (found.isErr()) return err(found.error)
  if (found.value.written === 0 || found.value.left.length > 0) return ok('whole')
  const binds =
    region.constraints.length > 0 ||
    (region.risk_notes ?? '') !== '' ||
    region.rejected_alternatives.length > 0 ||
    region.semantic_dependencies.length > 0 ||
    (region.held_by_tests ?? []).length > 0
  return ok(binds ? 'binding' : 'none')
}
