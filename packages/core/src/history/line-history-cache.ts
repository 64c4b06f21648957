import { createPathSlots } from '../cache/path-slots.ts'
import { createRecentMap } from '../contracts/recent-map.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import { continueWith, type FollowedHistory } from './followed-history.ts'

/** A cache of complete histories: in memory, and in storage with one slot per path. */
export interface LineHistoryCache {
  /** `revisions`: returns the key of the file's revisions, from the one where the history starts. */
  get(path: string, key: string, revisions: () => string): Promise<FollowedHistory | undefined>
  set(path: string, key: string, cached: CachedHistory): Promise<void>
}

/** A history, or the part of it before it continues as an older one. */
export interface CachedHistory {
  /** Key of the file's revisions, from the one where the history starts. */
  readonly revisions: string
  readonly followed: FollowedHistory
  /** Key of the history that continues this one. */
  readonly continuation?: string
}

interface StoredHistories {
  /** Most recently added last. */
  readonly histories: readonly (readonly [key: string, cached: CachedHistory])[]
}

/** Maximum number of commits to cache for one file, over all its histories. */
const MAX_KEPT = 2000

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
      const histories = await open(path)
      const parts = partsOf(histories, key).map(([, part]) => part)
      const [first] = parts
      if (first === undefined || parts.at(-1)?.continuation !== undefined) return undefined
      if (first.revisions !== revisions()) return undefined
      return parts.map(({ followed }) => followed).reduceRight((older, newer) => continueWith(newer, older))
    },
    async set(path, key, cached) {
      const histories = await open(path)
      // A history is removed after those that it continues.
      const parts = [[key, cached] as const, ...partsOf(histories, cached.continuation)]
      for (const [each] of parts) histories.delete(each)
      for (const [each, part] of parts.toReversed()) histories.set(each, part)
      let kept = 0
      for (const part of histories.values()) kept += sizeOf(part)
      for (const [each, part] of histories) {
        if (kept <= MAX_KEPT || parts.some(([own]) => own === each)) break
        histories.delete(each)
        kept -= sizeOf(part)
      }
      await slots.write(path, { histories: [...histories] })
    },
  }
}

/** Maximum number of files whose histories are cached in memory. */
const MAX_FILES = 64

/** Returns a history and those that continue it, newest first. If one is missing, the last part names it. */
function partsOf(
  histories: ReadonlyMap<string, CachedHistory>,
  key: string | undefined,
): readonly (readonly [key: string, cached: CachedHistory])[] {
  const parts = new Map<string, CachedHistory>()
  for (let next = key; next !== undefined && !parts.has(next);) {
    const part = histories.get(next)
    if (part === undefined) break
    parts.set(next, part)
    next = part.continuation
  }
  return [...parts]
}

function sizeOf({ followed }: CachedHistory): number {
  return followed.files.reduce((sum, { revisions }) => sum + revisions.length, 1)
}
