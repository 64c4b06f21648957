import type { CacheStorage } from '../contracts/cache-storage.ts'

/** Creates a storage in memory, for runtimes without files and for tests. */
export function createMemoryStorage(): CacheStorage {
  const values = new Map<string, Uint8Array>()
  return {
    name: 'memory',
    read: (key) => Promise.resolve(values.get(key)),
    write: (key, value) => {
      values.set(key, value.slice())
      return Promise.resolve(true)
    },
    remove: (key) => {
      values.delete(key)
      return Promise.resolve()
    },
  }
}
