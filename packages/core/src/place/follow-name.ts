import type { LineRange } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import { lastSegment } from '../read/match-anchor.ts'
import { compareSlices } from './compare-slices.ts'
import type { FileText } from './file-texts.ts'
import type { LineMap } from './line-map.ts'
import { linesIn } from './lines-with-words.ts'
import { contains, overlaps } from './overlaps.ts'

/**
 * Returns where a range of a unit was in the older of two states, by the unit's name. To a diff, a unit that changed
 * places with another one is new, or is what the other one became. `undefined` when the diff's answer, `byDiff`, holds,
 * or when one of the states does not have exactly one unit of this name. States are parsed only where an edit of the
 * range, given from the newer state to the older one, reaches beyond it or writes the name.
 */
export async function followName(
  name: string,
  range: LineRange,
  byDiff: LineRange | undefined,
  edits: LineMap,
  [older, newer]: readonly [older: FileText, newer: FileText],
): Promise<LineRange | undefined> {
  const own = lastSegment(name)
  const lines = newer.lines()
  const isUnclear = ({ startA, endA }: LineMap[number]): boolean =>
    startA < range.start - 1 || endA > range.end || lines.slice(startA, endA).some((line) => line.includes(own))
  if (!edits.some(isUnclear)) return undefined
  const [before, after] = [onlyNamed(name, await older.units()), onlyNamed(name, await newer.units())]
  if (before === undefined || after === undefined || !overlaps(after.lines, range)) return undefined
  if (contains(range, after.lines)) return before.lines
  if (byDiff !== undefined && contains(before.lines, byDiff)) return undefined
  const { ranges } = compareSlices(linesIn(lines, range), linesIn(older.lines(), before.lines), before.lines.start)
  const [first, last] = [ranges[0], ranges.at(-1)]
  return first && last ? { start: first.start, end: last.end } : before.lines
}

function onlyNamed(name: string, units: readonly AstUnit[] = []): AstUnit | undefined {
  const [first, ...more] = units.filter((unit) => unit.name === name)
  return more.length === 0 ? first : undefined
}
