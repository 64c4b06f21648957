/** A map of the `limit` entries that were set last. */
export interface RecentMap<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): void
  /** Returns the entries in the order in which they were set, the latest last. */
  entries(): Iterable<readonly [key: string, value: Value]>
}

export function createRecentMap<Value>(limit: number): RecentMap<Value> {
  const entries = new Map<string, Value>()
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      const [oldest] = entries.keys()
      if (entries.size > limit && oldest !== undefined) entries.delete(oldest)
    },
    delete: (key) => void entries.delete(key),
    entries: () => entries,
  }
}
