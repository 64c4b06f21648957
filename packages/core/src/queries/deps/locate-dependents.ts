import { ok, omitUndefined, safeTry, type DependencyEntry, type Dependent, type ResultAsync } from '@chronicle/schema'
import type { FoundDependent } from '../../read/collect-dependents.ts'
import { unitNamed } from '../../read/find-current-unit.ts'
import type { PlacingContext } from '../../place/placing-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import { findCurrentPlace } from '../current-places.ts'

/** Finds the current place of each dependent, and removes duplicates. Those whose code is gone come last. */
export function locateDependents(
  found: readonly FoundDependent[],
  placing: PlacingContext,
): ResultAsync<readonly FoundDependent[], ReadError> {
  return safeTry(async function* () {
    const located: FoundDependent[] = []
    for (const each of found) located.push(yield* locateDependent(each, placing))
    const byLife = located.toSorted((a, b) => Number(a.gone !== undefined) - Number(b.gone !== undefined))
    return ok(distinctDependents(byLife))
  })
}

function locateDependent(entry: FoundDependent, placing: PlacingContext): ResultAsync<FoundDependent, ReadError> {
  return safeTry(async function* () {
    const { file, ast_anchor: anchor } = entry.region
    if (file === undefined) return ok(entry)
    const now = yield* findCurrentPlace({ file, ...omitUndefined({ anchor: anchor?.name }) }, placing)
    if (now === undefined) return ok({ ...entry, gone: 'file' })
    const place = { ...entry, from_file: now.file }
    if (now.anchor === undefined) return ok(place)
    const units = await placing.unitsOf(now.file)
    const unit = units && unitNamed(units, now.anchor)
    if (units !== undefined && unit === undefined) return ok({ ...place, gone: 'unit' })
    return ok({ ...place, from_anchor: now.anchor, ...omitUndefined({ current_lines: unit?.lines }) })
  })
}

/** Removes dependents that repeat an earlier one, as when a note names a file by two of its paths. */
function distinctDependents<D extends DependencyEntry>(dependents: readonly D[]): readonly D[] {
  const distinct = new Map<string, D>()
  for (const dependent of dependents) {
    const { commit, from_file, from_anchor, nature } = dependent
    const key = JSON.stringify([commit, from_file, from_anchor, nature])
    if (!distinct.has(key)) distinct.set(key, dependent)
  }
  return [...distinct.values()]
}

/** Returns what an answer says about a dependent. */
export function describeDependent({ region, annotation, unitNow: _, ...entry }: FoundDependent): Dependent {
  return {
    ...entry,
    timestamp: annotation.timestamp,
    context_level: region.context_level ?? annotation.context_level,
    intent: region.intent,
  }
}
