import type { AstUnit } from '../contracts/ast-parser.ts'
import { lengthOf } from '../place/overlaps.ts'
import { countLines, hullOf, toSpan, withinSpan, type LineSpan } from './line-spans.ts'

/** Share of the lines of the longer of the two that a unit and the lines followed must have in common. */
const MIN_COMMON = 0.5

/**
 * Returns what the unit is called that lines are in one state of a file. The name it has in a later state is right as
 * long as the lines have a unit of that name: else the unit, or what it is part of, was renamed since.
 */
export function nameOfLines(units: readonly AstUnit[], spans: readonly LineSpan[], name: string): string {
  const hull = hullOf(spans)
  if (hull === undefined) return name
  const whole = [toSpan(hull)]
  const shared = units
    .map((unit) => ({ unit, lines: countLines(withinSpan(whole, toSpan(unit.lines))) }))
    .filter(({ lines }) => lines > 0)
  if (shared.some(({ unit }) => unit.name === name)) return name
  const alike = shared
    .map(({ lines, unit }) => ({ unit, share: lines / Math.max(lengthOf(unit.lines), lengthOf(hull)) }))
    .filter(({ share }) => share >= MIN_COMMON)
    .sort((a, b) => b.share - a.share)
  return alike[0]?.unit.name ?? name
}
