import type { LineRange } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import { lengthOf } from './overlaps.ts'

/** Returns the smallest unit that contains more than half of the lines. */
export function successorOf(ranges: readonly LineRange[], units: readonly AstUnit[]): AstUnit | undefined {
  const total = ranges.reduce((sum, range) => sum + lengthOf(range), 0)
  const holding = units.filter(({ lines }) => {
    const inside = ranges.reduce(
      (sum, { start, end }) => sum + Math.max(0, Math.min(end, lines.end) - Math.max(start, lines.start) + 1),
      0,
    )
    return inside * 2 > total
  })
  return holding.sort((a, b) => lengthOf(a.lines) - lengthOf(b.lines))[0]
}
