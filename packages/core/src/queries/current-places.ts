import { err, formatPlace, ok, parsePlace, type CrossCuttingEntry, type Result } from '@chronicle/schema'
import type { ReadError } from '../read/read-error.ts'
import type { FilesNow } from './files-now.ts'

/** Groups with their files as they are called now. A file that is gone keeps its name, and so does one never there. */
export async function groupsNow(
  groups: readonly CrossCuttingEntry[],
  filesNow: FilesNow,
): Promise<Result<readonly CrossCuttingEntry[], ReadError>> {
  const renamed: CrossCuttingEntry[] = []
  for (const group of groups) {
    const regions: string[] = []
    for (const place of group.regions) {
      const { file, anchor } = parsePlace(place)
      const now = await filesNow(file)
      if (now.isErr()) return err(now.error)
      const isSame = now.value === undefined || now.value === file
      regions.push(isSame ? place : formatPlace({ file: now.value, ...(anchor === undefined ? {} : { anchor }) }))
    }
    renamed.push({ ...group, regions: [...new Set(regions)] })
  }
  return ok(renamed)
}

/** Dependents with their files as they are called now. */
export async function dependentsNow<D extends { readonly from_file: string }>(
  dependents: readonly D[],
  filesNow: FilesNow,
): Promise<Result<readonly D[], ReadError>> {
  const renamed: D[] = []
  for (const dependent of dependents) {
    const now = await filesNow(dependent.from_file)
    if (now.isErr()) return err(now.error)
    renamed.push(now.value === undefined ? dependent : { ...dependent, from_file: now.value })
  }
  return ok(renamed)
}
