import type { CacheStorage } from '../contracts/cache-storage.ts'
import { readJson, writeJson } from '../cache/json-cache.ts'
import { createRecentMap } from '../contracts/recent-map.ts'

/** A store of shards by name. A name always has the same content; a changed shard gets another name. */
export interface ShardStore {
  /** Returns `undefined` if the shard is missing or damaged. */
  get<T>(name: string): Promise<T | undefined>
  /** `json`: the value as JSON, if the caller already has it. */
  put(name: string, value: unknown, json?: string): Promise<void>
  remove(name: string): Promise<void>
  /** Whether another process would find everything stored so far. */
  persistent(): boolean
}

/** Maximum number of shards from storage to cache in memory. */
const MEMORY_SHARDS = 64

/** Creates a store that keeps shards in `storage`, or in memory if they cannot be stored there. */
export function createShardStore(storage?: CacheStorage): ShardStore {
  const pinned = new Map<string, unknown>()
  const recent = createRecentMap<string, unknown>(MEMORY_SHARDS)

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
