import { hashText } from '../cache/hash-text.ts'
import { readJson, writeJson } from '../cache/json-cache.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { LineHistory } from './line-history.ts'

/** Keeps finished histories: in memory, and in one slot for each path in storage. */
export interface LineHistoryCache {
  get(path: string, key: string): Promise<LineHistory | undefined>
  set(path: string, key: string, history: LineHistory): Promise<void>
}

interface StoredHistories {
  readonly format: 2
  readonly path: string
  /** The ones found last come last. */
  readonly histories: readonly (readonly [key: string, history: LineHistory])[]
}

/** Commits that are kept of one file, in all histories together. */
const MAX_KEPT = 2000

export function createLineHistoryCache(storage: CacheStorage | undefined): LineHistoryCache {
  const files = new Map<string, Promise<Map<string, LineHistory>>>()

  async function load(path: string): Promise<Map<string, LineHistory>> {
    const stored = storage === undefined ? undefined : await readJson<StoredHistories>(storage, slot(path))
    return new Map(stored?.format === 2 && stored.path === path ? stored.histories : [])
  }

  function open(path: string): Promise<Map<string, LineHistory>> {
    const known = files.get(path) ?? load(path)
    files.delete(path)
    files.set(path, known)
    const [oldest] = files.keys()
    if (files.size > MAX_FILES && oldest !== undefined) files.delete(oldest)
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
      if (storage === undefined) return
      await writeJson(storage, slot(path), { format: 2, path, histories: [...histories] } satisfies StoredHistories)
    },
  }
}

/** Files whose histories are kept in memory. */
const MAX_FILES = 64

function slot(path: string): string {
  return `lines/${hashText(path)}.json`
}
