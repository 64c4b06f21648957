import {
  formatPlace,
  ok,
  omitUndefined,
  parsePlace,
  safeTry,
  type CrossCuttingEntry,
  type DependencyEntry,
  type Place,
  type ResultAsync,
} from '@chronicle/schema'
import type { UnitPlace } from '../read/unit-place.ts'
import type { FindCurrentUnit } from '../read/find-current-unit.ts'
import type { ReadError } from '../read/read-error.ts'
import type { FindCurrentPath } from './find-current-path.ts'

/**
 * Returns groups with the current names of their places. A place that is gone, or that never existed, keeps its name.
 */
export function withCurrentPlaces(
  groups: readonly CrossCuttingEntry[],
  findCurrentPath: FindCurrentPath,
  unitNow: FindCurrentUnit,
): ResultAsync<readonly CrossCuttingEntry[], ReadError> {
  return safeTry(async function* () {
    const renamed: CrossCuttingEntry[] = []
    for (const group of groups) {
      const regions: string[] = []
      for (const place of group.regions) {
        const { file, anchor } = parsePlace(place)
        const path = (yield* findCurrentPath(file)) ?? file
        const now = yield* anchor === undefined ? ok(undefined) : await unitNow(anchor, path)
        const called = now === undefined ? { file: path, ...omitUndefined({ anchor }) } : placeOf(now)
        const isSame = called.file === file && called.anchor === anchor
        regions.push(isSame ? place : formatPlace(called))
      }
      renamed.push({ ...group, regions: [...new Set(regions)] })
    }
    return ok(renamed)
  })
}

function placeOf({ name, path }: UnitPlace): Place {
  return { file: path, anchor: name }
}

/** Returns dependents with the current names of their places, without duplicates. */
export function dependentsNow<D extends DependencyEntry>(
  dependents: readonly D[],
  findCurrentPath: FindCurrentPath,
  unitNow: FindCurrentUnit,
): ResultAsync<readonly D[], ReadError> {
  return safeTry(async function* () {
    const renamed: D[] = []
    for (const dependent of dependents) {
      const { from_anchor, from_file } = dependent
      const path = (yield* findCurrentPath(from_file)) ?? from_file
      const now = yield* from_anchor === '' ? ok(undefined) : await unitNow(from_anchor, path)
      const place = now === undefined ? { from_file: path } : { from_file: now.path, from_anchor: now.name }
      renamed.push({ ...dependent, ...place })
    }
    return ok(distinctDependents(renamed))
  })
}

/** Removes dependents that repeat an earlier one, as when a note names a file by two of its paths. */
export function distinctDependents<D extends DependencyEntry>(dependents: readonly D[]): readonly D[] {
  const distinct = new Map<string, D>()
  for (const dependent of dependents) {
    const { commit, from_file, from_anchor, nature } = dependent
    const key = JSON.stringify([commit, from_file, from_anchor, nature])
    if (!distinct.has(key)) distinct.set(key, dependent)
  }
  return [...distinct.values()]
}
