import type { AstUnit, Outline } from '@chronicle/core/contracts'
import type { LineRange } from '@chronicle/schema'

/**
 * Returns the units that a change touches, in source order: the innermost units of each range of touched lines. A class
 * is touched by a change of its own lines, but not by lines between two methods that also change. Stanzas of
 * configuration files are not units here.
 */
export function touchedUnits(touched: readonly LineRange[], outline: Outline): readonly AstUnit[] {
  const units = outline.units.filter(({ type }) => type !== 'config')
  const found = new Set<AstUnit>()
  for (const range of touched) {
    const overlapping = units.filter(({ lines }) => lines.start <= range.end && range.start <= lines.end)
    for (const unit of overlapping) {
      if (!overlapping.some((other) => other !== unit && isInside(other, unit))) found.add(unit)
    }
  }
  return units.filter((unit) => found.has(unit))
}

/** Whether a unit is inside another. If both have the same lines, the one with the longer name is inside. */
function isInside(inner: AstUnit, outer: AstUnit): boolean {
  const [a, b] = [inner.lines, outer.lines]
  if (a.start === b.start && a.end === b.end) return inner.name.length > outer.name.length
  return b.start <= a.start && a.end <= b.end
}
