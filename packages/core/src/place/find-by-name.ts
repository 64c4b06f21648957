import type { AstUnit } from '../contracts/ast-parser.ts'
import type { FileText } from './file-texts.ts'
import { withoutBlanks } from './compare-slices.ts'
import { findUnits, type FoundUnits } from './find-units.ts'
import { hasCode, RENAMED_SHARE, type Kept } from './kept-lines.ts'
import { carryLine, invert, type LineMap } from './line-map.ts'
import { lengthOf, overlaps } from './overlaps.ts'
import { findSameNamed } from './same-named.ts'
import type { RecordedPlace } from './placement.ts'
import type { PlaceableRegion } from './recorded-region.ts'
import type { TextFile } from './target-file.ts'
import { hasWords, linesIn } from './lines-with-words.ts'

/**
 * Finds the units with the name of the anchor. A unit that only ends in the name is no match if the recorded file had
 * one with exactly that name. A unit with the code of another unit is no match if the recorded code now has another
 * name; of equal code, each unit keeps its own.
 */
export async function findByName(
  { region }: PlaceableRegion,
  kept: Kept,
  origin: RecordedPlace | undefined,
  older: FileText | undefined,
  map: LineMap | undefined,
  target: TextFile,
): Promise<FoundUnits | undefined> {
  const { units } = target
  if (region.ast_anchor === undefined || units === undefined) return undefined
  const isKept = origin !== undefined && kept.count === lengthOf(origin.lines)
  const same =
    isKept || older === undefined || origin === undefined
      ? undefined
      : await findSameNamed(region.ast_anchor.name, origin.lines, older, {
          lines: target.text.lines,
          units: async () => units,
        })
  if (same === 'gone') return undefined
  const found = findUnits(region.ast_anchor, same === undefined ? units : [same], kept.distinctive)
  if (found?.match === 'fuzzy') {
    // Units with similarly spelled names are often different ones.
    const isAlike =
      older !== undefined && origin !== undefined && hasCode(kept, older, origin.lines, target, RENAMED_SHARE)
    return isAlike ? found : undefined
  }
  if (found !== undefined && older !== undefined && origin !== undefined && map !== undefined) {
    const isElsewhere = hasCode(kept, older, origin.lines, target, RENAMED_SHARE)
    const isTaken = (unit: AstUnit): boolean =>
      isOtherCode(unit, kept, map, target) && !hasAsMuch(unit, kept, linesIn(older.lines(), origin.lines), target)
    if (isElsewhere && found.units.every(isTaken)) return undefined
  }
  if (found?.match !== 'unqualified') return found
  if (found.units.some((unit) => kept.distinctive.some((range) => overlaps(range, unit.lines)))) return found
  const before = (await older?.units()) ?? []
  const wasExact = findUnits(region.ast_anchor, before, [])?.match
  return wasExact === 'exact' || wasExact === 'signature_changed' ? undefined : found
}

/** Whether most lines of a unit were elsewhere in the older file: it only took the name of the recorded unit. */
function isOtherCode(unit: AstUnit, kept: Kept, map: LineMap, { text }: TextFile): boolean {
  if (kept.distinctive.some((range) => overlaps(range, unit.lines))) return false
  const back = invert(map)
  const own = linesIn(text.lines(), unit.lines).flatMap((line, index) =>
    hasWords(line) ? unit.lines.start + index : [],
  )
  const known = own.filter((line) => carryLine(back, line) !== undefined)
  return known.length > RENAMED_SHARE * own.length
}

/** Whether a unit has as many of the recorded lines as there are where the diff finds them. */
function hasAsMuch(unit: AstUnit, kept: Kept, recorded: readonly string[], { text }: TextFile): boolean {
  const own = new Set(linesIn(text.lines(), unit.lines).map(withoutBlanks))
  const known = recorded.filter((line) => hasWords(line) && own.has(withoutBlanks(line)))
  return known.length >= kept.ranges.flatMap((range) => linesIn(text.lines(), range)).filter(hasWords).length
}
