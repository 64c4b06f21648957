import { createPathSlots } from '../cache/path-slots.ts'
import { createRecentMap } from '../contracts/recent-map.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { LineHistory } from './line-history.ts'

/** A cache of complete histories: in memory, and in storage with one slot per path. */
export interface LineHistoryCache {
  get(path: string, key: string): Promise<LineHistory | undefined>
  set(path: string, key: string, history: LineHistory): Promise<void>
}

interface StoredHistories {
  /** Most recently added last. */
  readonly histories: readonly (readonly [key: string, history: LineHistory])[]
}

/** Maximum number of commits to cache for one file, over all its histories. */
const MAX_KEPT = 2000

export function createLineHistoryCache(storage: CacheStorage | undefined): LineHistoryCache {
  const files = createRecentMap<string, Promise<Map<string, LineHistory>>>(MAX_FILES)
  const slots = createPathSlots<StoredHistories>('lines', 2, storage)

  async function load(path: string): Promise<Map<string, LineHistory>> {
    return new Map((await slots.read(path))?.histories)
  }

  function open(path: string): Promise<Map<string, LineHistory>> {
    const known = files.get(path) ?? load(path)
    files.set(path, known)
    return known
  }

  return {
    async get(path, key) {
      return (await open(path)).get(key)
    },
    async set(path, key, history) {
      const histories = await open(path)
      histories.delete(key)
      histories.set(key, history)
      let kept = 0
      for (const { revisions } of histories.values()) kept += revisions.length + 1
      for (const [each, { revisions }] of histories) {
        if (kept <= MAX_KEPT || each === key) break
        histories.delete(each)
        kept -= revisions.length + 1
      }
      await slots.write(path, { histories: [...histories] })
    },
  }
}

/** Maximum number of files whose histories are cached in memory. */
const MAX_FILES = 64
