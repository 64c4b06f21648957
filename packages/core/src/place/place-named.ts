import type { LineRange } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import { compareStates } from './compare-states.ts'
import { findMovedWithinFile } from './extracted-lines.ts'
import type { FileText } from './file-texts.ts'
import type { FoundUnits } from './find-units.ts'
import type { Kept } from './kept-lines.ts'
import { carryLine, invert, placeOfRange, type LineMap } from './line-map.ts'
import { clip, lengthOf, overlaps } from './overlaps.ts'
import { WITHOUT_LINES, type Placement, type RecordedPlace } from './placement.ts'
import type { PlaceableRegion } from './recorded-region.ts'
import type { TextFile } from './target-file.ts'
import { countLetters, hasWords, linesIn } from './lines-with-words.ts'
import { findWholeRun } from './whole-run.ts'

/** Minimum number of extracted lines with words, when they are less than half of the recorded lines. */
const MIN_EXTRACTED = 3

export async function placeNamed(
  found: FoundUnits,
  origin: RecordedPlace | undefined,
  kept: Kept,
  older: FileText | undefined,
  map: LineMap | undefined,
  target: TextFile,
  { region }: PlaceableRegion,
): Promise<Placement> {
  const { distance, match, units } = found
  const [first] = units
  const own = units.find((unit) => kept.distinctive.some((range) => overlaps(range, unit.lines)))
  const unit = own ?? first
  const within = unit?.lines
  // What is about a whole unit stays about it, wherever a diff puts a bracket that many units end with.
  const isWhole = region.lines === undefined
  const carried = origin === undefined || map === undefined ? undefined : placeOfRange(map, origin.lines)
  const recordedLines = origin && older && !isWhole ? linesIn(older.lines(), origin.lines) : []
  const run = within && own === undefined ? findWholeRun(recordedLines, target.text.lines(), within) : undefined
  const place =
    run ??
    (within === undefined || own === undefined || carried === undefined || map === undefined || isWhole
      ? within
      : wholePlace(carried, within, map))
  const facts = { ...WITHOUT_LINES, place, units, anchorMatch: match, anchorDistance: distance, origin }
  if (origin === undefined || older === undefined || place === undefined) return facts
  const states = { origin, older, target, file: region.file, otherName: match === 'fuzzy' }
  const beside = unit === undefined ? [] : keptBeside(kept, unit, target)
  // When the diff moved lines of the place into another unit, its line map says nothing about the place.
  const compared = compareStates(place, beside.length > 0 ? undefined : own && kept, states)
  if (isExtracted(beside, compared, target)) return { ...facts, ...compared, extracted: beside }
  if (compared.intact === compared.recorded) return { ...facts, ...compared }
  const moved =
    (await findMovedWithinFile({ lines: origin.lines, text: older }, target, place)) ??
    (compared.intact === 0 ? movedAsWhole(recordedLines, older, target) : undefined)
  return { ...facts, ...compared, ...(moved !== undefined && { extracted: [moved] }) }
}

/** Minimum number of letters and digits of lines that are recognised in another unit. */
const MIN_LETTERS_ELSEWHERE = 24
/** Lines that end a unit say little of it. */
const ENDS_UNIT = /^\s*(?:return|raise|throw)\b/

/** Returns where lines are that left their unit together, if the older file had them nowhere else. */
function movedAsWhole(lines: readonly string[], older: FileText, { text }: TextFile): LineRange | undefined {
  const telling = lines.filter((line) => !ENDS_UNIT.test(line))
  if (countLetters(telling) < MIN_LETTERS_ELSEWHERE) return undefined
  return findWholeRun(lines, older.lines()) && findWholeRun(lines, text.lines())
}

/** Returns the kept lines of a unit that are now in other units beside it. */
function keptBeside(kept: Kept, own: AstUnit, { units = [] }: TextFile): readonly LineRange[] {
  const others = units.filter(({ lines }) => !overlaps(lines, own.lines))
  return runsOf(kept.ranges, (line) => others.some(({ lines }) => lines.start <= line && line <= lines.end))
}

/** Whether kept lines beside their unit were extracted from it, and are not lines that units happen to share. */
function isExtracted(
  beside: readonly LineRange[],
  { intact, recorded }: Pick<Placement, 'intact' | 'recorded'>,
  target: TextFile,
): boolean {
  const all = beside.reduce((sum, range) => sum + lengthOf(range), 0)
  const telling = beside.flatMap((range) => linesIn(target.text.lines(), range)).filter(hasWords).length
  return telling >= (all * 2 >= recorded ? 2 : MIN_EXTRACTED) && intact + telling <= recorded
}

/** Returns the runs of lines in some ranges for which `has` is true. */
function runsOf(ranges: readonly LineRange[], has: (line: number) => boolean): readonly LineRange[] {
  const runs: LineRange[] = []
  for (const { start, end } of ranges) {
    let from: number | undefined
    for (let line = start; line <= end + 1; line++) {
      if (line <= end && has(line)) from ??= line
      else if (from !== undefined) {
        runs.push({ start: from, end: line - 1 })
        from = undefined
      }
    }
  }
  return runs
}

/**
 * Returns the part of a unit that now contains the recorded lines. Lines inserted before the first or after the last of
 * them are included if they reach the edge of the unit.
 */
function wholePlace(carried: LineRange, within: LineRange, map: LineMap): LineRange {
  const back = invert(map)
  const isNew = (line: number): boolean => carryLine(back, line) === undefined
  const clipped = clip(carried, within)
  let { start, end } = clipped
  while (start > within.start && isNew(start - 1)) start--
  while (end < within.end && isNew(end + 1)) end++
  return { start: start === within.start ? start : clipped.start, end: end === within.end ? end : clipped.end }
}
