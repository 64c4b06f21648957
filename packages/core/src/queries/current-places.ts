import {
  formatPlace,
  ok,
  omitUndefined,
  parsePlace,
  safeTry,
  type CrossCuttingEntry,
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

/** Dependents with their files as they are called now. */
export function dependentsNow<D extends { readonly from_file: string }>(
  dependents: readonly D[],
  findCurrentPath: FindCurrentPath,
): ResultAsync<readonly D[], ReadError> {
  return safeTry(async function* () {
    const renamed: D[] = []
    for (const dependent of dependents) {
      const now = yield* findCurrentPath(dependent.from_file)
      renamed.push(now === undefined ? dependent : { ...dependent, from_file: now })
    }
    return ok(renamed)
  })
}
