/** A cache of the most recently used entries, up to a total weight. */
export interface RecentMap<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
  delete(key: Key): void
  /** Returns the entries in the order of their use, the latest last. */
  entries(): readonly (readonly [key: Key, value: Value])[]
}

/**
 * Creates a map with a maximum total weight. `weigh` must always return the same for a value. Default: 1, so that the
 * maximum is a number of entries. An entry that is too heavy by itself is not kept.
 */
export function createRecentMap<Key, Value>(
  maxWeight: number,
  weigh: (value: Value) => number = () => 1,
): RecentMap<Key, Value> {
  const values = new Map<Key, Value>()
  let weight = 0
  const remove = (key: Key): void => {
    if (values.has(key)) weight -= weigh(values.get(key) as Value)
    values.delete(key)
  }
  return {
    get(key) {
      const value = values.get(key)
      if (value === undefined) return undefined
      values.delete(key)
      values.set(key, value)
      return value
    },
    set(key, value) {
      remove(key)
      const added = weigh(value)
      if (added > maxWeight) return
      values.set(key, value)
      weight += added
      for (const oldest of values.keys()) {
        if (weight <= maxWeight) break
        remove(oldest)
      }
    },
    delete: remove,
    entries: () => [...values],
  }
}
