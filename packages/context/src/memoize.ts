/** Returns a function that computes its result once per key and caches all results. */
export function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  return through(new Map<Key, Value>(), compute)
}

/** Returns a function that computes its result once per object and drops it together with the object. */
export function memoizeWeakly<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  return through(new WeakMap<Key, Value>(), compute)
}

interface Memory<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

function through<Key, Value>(memory: Memory<Key, Value>, compute: (key: Key) => Value): (key: Key) => Value {
  return (key) => {
    const known = memory.get(key)
    if (known !== undefined) return known
    const value = compute(key)
    memory.set(key, value)
    return value
  }
}
