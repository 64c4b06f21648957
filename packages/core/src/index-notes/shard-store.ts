import type { CacheStorage } from '../contracts/cache-storage.ts'
import { readJson, writeJson } from '../cache/json-cache.ts'
import { createRecentMap } from '../cache/recent-map.ts'

/** Holds shards by name. A name stands for one content for ever; a changed shard gets another name. */
export interface ShardStore {
  /** `undefined` when the shard is gone or damaged. */
  get<T>(name: string): Promise<T | undefined>
  /** `json` is the value as JSON, where the caller has it. */
  put(name: string, value: unknown, json?: string): Promise<void>
  remove(name: string): Promise<void>
  /** Whether everything put so far would be found by another process. */
  persistent(): boolean
}

/** Shards read from storage that are kept in memory. */
const MEMORY_SHARDS = 64

/** Shards live in `storage`; what cannot be stored there stays in memory. */
export function createShardStore(storage?: CacheStorage): ShardStore {
  const pinned = new Map<string, unknown>()
  const recent = createRecentMap<unknown>(MEMORY_SHARDS)

  return {
    async get<T>(name: string): Promise<T | undefined> {
      const known = pinned.get(name) ?? recent.get(name)
      if (known !== undefined || storage === undefined) return known as T | undefined
      const value = await readJson<T>(storage, name)
      if (value !== undefined) recent.set(name, value)
      return value
    },
    async put(name, value, json) {
      if (storage !== undefined && (await writeJson(storage, name, value, json))) recent.set(name, value)
      else pinned.set(name, value)
    },
    async remove(name) {
      pinned.delete(name)
      recent.delete(name)
      if (storage !== undefined) await storage.remove(name)
    },
    persistent: () => storage !== undefined && pinned.size === 0,
  }
}
