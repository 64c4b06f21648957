import type { SymbolContext } from '../source-response.ts'
import { describeUnit, type NamedUnit } from './name-units.ts'

/**
 * Returns the units that contain a unit, and the others directly inside the same one. `limited`: there are more than
 * `limit` of either.
 */
export function findSymbolContext(
  unit: NamedUnit,
  units: readonly NamedUnit[],
  limit: number,
): { readonly context: SymbolContext; readonly limited: boolean } {
  const parents = parentsOf(units)
  const enclosing: NamedUnit[] = []
  for (let outer = parents.get(unit); outer !== undefined; outer = parents.get(outer)) enclosing.unshift(outer)
  const beside = units.filter((other) => other !== unit && parents.get(other) === enclosing.at(-1))
  return {
    context: {
      enclosing: enclosing.slice(-limit).map(describeUnit),
      beside: beside.slice(0, limit).map(describeUnit),
    },
    limited: enclosing.length > limit || beside.length > limit,
  }
}

/** Units are in source order, outer before inner, so one pass with a stack of open units is enough. */
function parentsOf(units: readonly NamedUnit[]): ReadonlyMap<NamedUnit, NamedUnit | undefined> {
  const parents = new Map<NamedUnit, NamedUnit | undefined>()
  const open: NamedUnit[] = []
  for (const unit of units) {
    for (let top = open.at(-1); top !== undefined && !encloses(top, unit); top = open.at(-1)) open.pop()
    parents.set(unit, open.at(-1))
    open.push(unit)
  }
  return parents
}

/** Units with the same lines do not contain each other. */
function encloses(outer: NamedUnit, inner: NamedUnit): boolean {
  const [a, b] = [outer.unit.lines, inner.unit.lines]
  return a.start <= b.start && b.end <= a.end && (a.start !== b.start || a.end !== b.end)
}
