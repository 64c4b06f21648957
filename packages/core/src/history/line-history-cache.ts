import { createPathSlots } from '../cache/path-slots.ts'
import { createRecentMap } from '../contracts/recent-map.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { FollowedHistory } from './followed-history.ts'

/** A cache of complete histories: in memory, and in storage with one slot per path. */
export interface LineHistoryCache {
  /** `revisions`: returns the key of the file's revisions, from the one where the history starts. */
  get(path: string, key: string, revisions: () => string): Promise<FollowedHistory | undefined>
  set(path: string, key: string, cached: CachedHistory): Promise<void>
}

interface CachedHistory {
  /** Key of the file's revisions, from the one where the history starts. */
  readonly revisions: string
  readonly followed: FollowedHistory
}

interface StoredHistories {
  /** Most recently added last. */
  readonly histories: readonly (readonly [key: string, cached: CachedHistory])[]
}

/** Maximum number of commits to cache for one file, over all its histories. */
const MAX_KEPT = 4000
/** Maximum number of files whose histories are cached in memory. */
const MAX_FILES = 64

export function createLineHistoryCache(storage: CacheStorage | undefined): LineHistoryCache {
  const files = createRecentMap<string, Promise<Map<string, CachedHistory>>>(MAX_FILES)
  const slots = createPathSlots<StoredHistories>('lines', 3, storage)

  async function load(path: string): Promise<Map<string, CachedHistory>> {
    return new Map((await slots.read(path))?.histories)
  }

  function open(path: string): Promise<Map<string, CachedHistory>> {
    const known = files.get(path) ?? load(path)
    files.set(path, known)
    return known
  }

  return {
    async get(path, key, revisions) {
      const cached = (await open(path)).get(key)
      return cached !== undefined && cached.revisions === revisions() ? cached.followed : undefined
    },
    async set(path, key, cached) {
      const histories = await open(path)
      histories.delete(key)
      histories.set(key, cached)
      let kept = 0
      for (const each of histories.values()) kept += sizeOf(each)
      for (const [each, { followed }] of histories) {
        if (kept <= MAX_KEPT || each === key) break
        histories.delete(each)
        kept -= sizeOf({ followed })
      }
      await slots.write(path, { histories: [...histories] })
    },
  }
}

function sizeOf({ followed }: Pick<CachedHistory, 'followed'>): number {
  return followed.files.reduce((sum, { revisions }) => sum + revisions.length, 1)
}
