import { ok, omitUndefined, safeTry, type Dependent, type ResultAsync } from '@chronicle/schema'
import type { FoundDependent } from '../../read/collect-dependents.ts'
import { matchAnchor } from '../../read/match-anchor.ts'
import type { FindCurrentUnit } from '../../read/find-current-unit.ts'
import type { ListUnits } from '../../read/outlines.ts'
import type { ReadError } from '../../read/read-error.ts'
import { distinctDependents, findCurrentPlace } from '../current-places.ts'
import type { FindCurrentPath } from '../find-current-path.ts'

/** Dependents with their current places. */
export interface LocatedDependents {
  /** Dependents whose code is gone come last. */
  readonly dependents: readonly Dependent[]
  /** Number of dependents before the limit, without duplicates that were found. */
  readonly found: number
}

/** Finds the current place of the first `limit` dependents, or that it is gone, and removes duplicates. */
export function locateDependents(
  found: readonly FoundDependent[],
  limit: number,
  findCurrentPath: FindCurrentPath,
  unitNow: FindCurrentUnit,
  unitsOf: ListUnits,
): ResultAsync<LocatedDependents, ReadError> {
  return safeTry(async function* () {
    const located: Dependent[] = []
    for (const each of found.slice(0, limit)) {
      const dependent = yield* locateDependent(each, findCurrentPath, unitNow, unitsOf)
      located.push(dependent)
    }
    const distinct = distinctDependents(located)
    return ok({
      dependents: distinct.toSorted((a, b) => Number(a.gone !== undefined) - Number(b.gone !== undefined)),
      found: found.length - (located.length - distinct.length),
    })
  })
}

function locateDependent(
  { region, annotation, unitNow: _, ...entry }: FoundDependent,
  findCurrentPath: FindCurrentPath,
  unitNow: FindCurrentUnit,
  unitsOf: ListUnits,
): ResultAsync<Dependent, ReadError> {
  return safeTry(async function* () {
    const facts = {
      timestamp: annotation.timestamp,
      context_level: region.context_level ?? annotation.context_level,
      intent: region.intent,
    }
    if (region.file === undefined) return ok({ ...entry, ...facts })
    const recorded = { file: region.file, ...omitUndefined({ anchor: region.ast_anchor?.name }) }
    const now = yield* findCurrentPlace(recorded, findCurrentPath, unitNow)
    if (now === undefined) return ok({ ...entry, ...facts, gone: 'file' })
    const place = { ...entry, ...facts, from_file: now.file }
    if (now.anchor === undefined) return ok(place)
    const units = await unitsOf(now.file)
    const unit = units && matchAnchor(now.anchor, units, (each) => each.name, { fuzzy: false })?.matches[0]
    if (units !== undefined && unit === undefined) return ok({ ...place, gone: 'unit' })
    return ok({ ...place, from_anchor: now.anchor, ...omitUndefined({ current_lines: unit?.lines }) })
  })
}
