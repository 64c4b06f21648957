/** A cache of immutable values by id, which keeps the most recently used up to a total weight. */
export interface RecentValues<Id extends string, Value> {
  get(id: Id): Value | undefined
  set(id: Id, value: Value): void
}

export function createRecentValues<Id extends string, Value>(
  maxWeight: number,
  weigh: (value: Value) => number,
): RecentValues<Id, Value> {
  const values = new Map<Id, Value>()
  let held = 0
  return {
    get(id) {
      const value = values.get(id)
      if (value === undefined) return undefined
      values.delete(id)
      values.set(id, value)
      return value
    },
    set(id, value) {
      const known = values.get(id)
      if (known !== undefined) held -= weigh(known)
      values.delete(id)
      values.set(id, value)
      held += weigh(value)
      for (const [oldest, each] of values) {
        if (held <= maxWeight) break
        values.delete(oldest)
        held -= weigh(each)
      }
    },
  }
}
