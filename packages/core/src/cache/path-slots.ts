import type { CacheStorage } from '../contracts/cache-storage.ts'
import { hashText } from './hash-text.ts'
import { readJson, writeJson } from './json-cache.ts'

/** A cache with one slot per path, bounded by the number of files ever asked about. */
export interface PathSlots<Kept extends object> {
  /** Returns `undefined` if nothing is cached for the path, or only in another format version. */
  read(path: string): Promise<Kept | undefined>
  write(path: string, kept: Kept): Promise<void>
}

/** Creates slots in one folder of a storage. Without a storage nothing is cached. */
export function createPathSlots<Kept extends object>(
  folder: string,
  format: number,
  storage: CacheStorage | undefined,
): PathSlots<Kept> {
  const slot = (path: string): string => `${folder}/${hashText(path)}.json`
  return {
    async read(path) {
      type Stored = Kept & { readonly format: number; readonly path: string }
      const stored = storage && (await readJson<Stored | null>(storage, slot(path)))
      // Two paths may have the same hash.
      return stored?.format === format && stored.path === path ? stored : undefined
    },
    async write(path, kept) {
      if (storage !== undefined) await writeJson(storage, slot(path), { format, path, ...kept })
    },
  }
}
