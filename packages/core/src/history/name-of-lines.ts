import type { AstUnit } from '../contracts/ast-parser.ts'
import { lengthOf } from '../place/overlaps.ts'
import { countLines, hullOf, toSpan, withinSpan, type LineSpan } from './line-spans.ts'

/** Minimum share of common lines of a unit and the followed lines, relative to the longer of the two. */
const MIN_COMMON = 0.5

/**
 * Returns the name of the unit that lines form in one state of a file. The name from a later state is kept if a unit of
 * that name overlaps the lines. Otherwise the unit, or its parent, was renamed since.
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
