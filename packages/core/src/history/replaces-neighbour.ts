import type { Edit } from '../line-diff/index.ts'
import { indentOf } from '../prose/line-kind.ts'
import type { LineSpan } from './line-spans.ts'

/** A line of closing brackets alone, or none: it begins nothing. */
const BEGINS_NOTHING = /^[\s)\]}>;,]*$/u

/**
 * Whether an edit inside a unit replaced the beginning of another unit: of the lines that begin something as far left
 * as the unit itself does, it removed more than it added. `older`, `newer`: the lines of both states. `unit`: the lines
 * of the unit in the newer one.
 */
export function replacesNeighbour(
  { startA, endA, startB, endB }: Edit,
  unit: LineSpan,
  older: readonly string[],
  newer: readonly string[],
): boolean {
  const head = newer.slice(unit.start, unit.end).find((line) => line.trim() !== '')
  if (head === undefined) return false
  const indentation = indentOf(head)
  const countHeads = (lines: readonly string[]): number =>
    lines.filter((line) => !BEGINS_NOTHING.test(line) && indentOf(line) <= indentation).length
  return countHeads(older.slice(startA, endA)) > countHeads(newer.slice(startB, endB))
}
