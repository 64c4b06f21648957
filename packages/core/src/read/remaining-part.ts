import { ok, safeTry, type LineRange, type ResultAsync } from '@chronicle/schema'
import type { RecordedPlace } from '../place/placement.ts'
import type { PlacingContext } from '../place/placing-context.ts'
import type { FileText } from '../place/file-texts.ts'
import { withoutBlanks } from '../place/compare-slices.ts'
import { hasWords, linesIn } from '../place/lines-with-words.ts'
import { clip, overlaps } from '../place/overlaps.ts'
import { regionKey } from '../place/region-key.ts'
import type { TargetFile } from '../place/target-file.ts'
import { isWrittenAmong, writtenLines, writtenLinesLeft } from '../place/written-lines.ts'
import { isOnlyInferred } from './is-only-inferred.ts'
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
  /** The tests that hold the code: the rest was inferred. */
  | 'tests'
  /** Nothing: no line is left of the change that it is about. */
  | 'none'

/**
 * Returns the part of a region that outlives later changes: all of it while any line that its commit wrote there is
 * left, or a fifth of them for what was inferred, also about a whole file. A region about code that its commit did not
 * write is about the code, not about a change.
 */
export function remainingPart(
  selected: SelectedRegion,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<RemainingPart, ReadError> {
  return safeTry(async function* () {
    const { placement, region } = selected
    const { freshness, kept, origin } = placement
    const isInferred = isOnlyInferred(selected)
    // A bracket that is left of a commit may belong to any code.
    if (isInferred && region.file === undefined && kept.length > 0 && countWorded(target.text, kept) === 0)
      return ok('none')
    const isWholeFile = isInferred && placement.place === undefined && target.names.has(region.file ?? '')
    const isDrifted = freshness === 'drifted' && region.file !== undefined
    if (!isWholeFile && (!isDrifted || origin === undefined)) return ok('whole')
    const minShare = isInferred ? MIN_SHARE_OF_INFERRED : 0
    const key = `outlived ${minShare} ${regionKey(selected, target, placing)}`
    const outlived = yield* target.facts.get(key, placing.journal, () =>
      isWholeFile || origin === undefined
        ? isEditOfFileGone(selected, target, placing)
        : isOutdated(selected, origin, minShare, target, placing),
    )
    if (outlived !== true) return ok('whole')
    const binds =
      region.constraints.length > 0 || (region.risk_notes ?? '') !== '' || region.rejected_alternatives.length > 0
    const isTested = (region.held_by_tests ?? []).length > 0
    // An import that was seen in a change is gone with it, and so is the intent of the change.
    if (isInferred) return ok(binds ? 'binding' : isTested ? 'tests' : 'none')
    return ok(binds || isTested || region.semantic_dependencies.length > 0 ? 'binding' : 'none')
  })
}

/** Minimum share of the written lines that is left of a change from which something was inferred. */
const MIN_SHARE_OF_INFERRED = 0.2

/** Whether the commit wrote some of the recorded lines, and none of them, or less than `minShare`, is left. */
function isOutdated(
  recorded: SelectedRegion,
  origin: RecordedPlace,
  minShare: number,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<boolean, ReadError> {
  return safeTry(async function* () {
    const written = yield* writtenLines(recorded, target, placing)
    if (written === undefined || written.state.blob !== origin.blob) return ok(false)
    const { left, written: count } = yield* writtenLinesLeft(written, origin.lines, target, placing)
    if (count === 0 || (left.length > 0 && minShare === 0)) return ok(false)
    const older = yield* placing.texts.open(written.state)
    const own = written.ranges.filter((range) => overlaps(range, origin.lines))
    const all = countWorded(
      older,
      own.map((range) => clip(range, origin.lines)),
    )
    const kept = countWorded(target.text, left)
    if (all === 0 || kept > 0) return ok(kept < minShare * all)
    // A diff of the files shows lines moved within a file as new, but placing found them again.
    return ok(!(yield* isWrittenAmong(recorded.placement.kept, written, origin.lines, target, placing)))
  })
}

/**
 * Whether less than a fifth of the lines that the commit wrote in the file is anywhere in it. What was inferred from the
 * creation of a file, or from lines that were only removed, holds as long as the file exists.
 */
function isEditOfFileGone(
  recorded: SelectedRegion,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<boolean, ReadError> {
  return safeTry(async function* () {
    const isNew = target.history.revisions.some(
      ({ commit, previousBlob }) => commit === recorded.commit && previousBlob === undefined,
    )
    const written = yield* isNew ? ok(undefined) : await writtenLines(recorded, target, placing)
    if (written === undefined) return ok(false)
    const older = yield* placing.texts.open(written.state)
    const lines = written.ranges.flatMap((range) => linesIn(older?.lines() ?? [], range)).filter(hasWords)
    const now = new Set((target.text?.lines() ?? []).map(withoutBlanks))
    const left = lines.filter((line) => now.has(withoutBlanks(line)))
    return ok(left.length < MIN_SHARE_OF_INFERRED * lines.length)
  })
}

/** Counts the lines with words. */
function countWorded(text: Pick<FileText, 'lines'> | undefined, ranges: readonly LineRange[]): number {
  return ranges.flatMap((range) => linesIn(text?.lines() ?? [], range)).filter(hasWords).length
}
