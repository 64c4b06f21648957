import {
  formatPlace,
  ok,
  omitUndefined,
  parsePlace,
  safeTry,
  type CrossCuttingEntry,
  type DependencyEntry,
  type ResultAsync,
} from '@chronicle/schema'
import type { ReadError } from '../read/read-error.ts'
import type { FindCurrentPath } from './find-current-path.ts'

/** Groups with their files as they are called now. A file that is gone keeps its name, and so does one never there. */
export function groupsNow(
  groups: readonly CrossCuttingEntry[],
  findCurrentPath: FindCurrentPath,
): ResultAsync<readonly CrossCuttingEntry[], ReadError> {
  return safeTry(async function* () {
    const renamed: CrossCuttingEntry[] = []
    for (const group of groups) {
      const regions: string[] = []
      for (const place of group.regions) {
        const { file, anchor } = parsePlace(place)
        const now = yield* findCurrentPath(file)
        const isSame = now === undefined || now === file
        regions.push(isSame ? place : formatPlace({ file: now, ...omitUndefined({ anchor }) }))
      }
      renamed.push({ ...group, regions: [...new Set(regions)] })
    }
    return ok(renamed)
  })
}

/** Dependents with their files as they are called now, each once. */
export function dependentsNow<D extends DependencyEntry>(
  dependents: readonly D[],
  findCurrentPath: FindCurrentPath,
): ResultAsync<readonly D[], ReadError> {
  return safeTry(async function* () {
    const renamed: D[] = []
    for (const dependent of dependents) {
      const now = yield* findCurrentPath(dependent.from_file)
      renamed.push(now === undefined ? dependent : { ...dependent, from_file: now })
    }
    return ok(distinctDependents(renamed))
  })
}

/** The first of those that say the same, as when a note names a file by two of its names. */
export function distinctDependents<D extends DependencyEntry>(dependents: readonly D[]): readonly D[] {
  const distinct = new Map<string, D>()
  for (const dependent of dependents) {
    const { commit, from_file, from_anchor, nature } = dependent
    const key = JSON.stringify([commit, from_file, from_anchor, nature])
    if (!distinct.has(key)) distinct.set(key, dependent)
  }
  return [...distinct.values()]
}
