import type { UnknownKeys } from './annotation.ts'
import { canonicalJson, isJsonObject } from './canonical-json.ts'
import { compareText } from './compare.ts'

/** The key of an object that holds the different values recorded for one unknown key. */
const MERGED_VALUES_KEY = 'merged_values'

/**
 * Returns the union of unknown keys. Where values differ, both are kept as `{ "merged_values": [...] }` in canonical
 * order, and later merges treat that like any other value. Returns `undefined` when there are no keys.
 */
export function mergeUnknownKeys(all: Iterable<UnknownKeys | undefined>): UnknownKeys | undefined {
  const values = new Map<string, Map<string, unknown>>()
  for (const keys of all) {
    if (keys === undefined) continue
    for (const key of Object.keys(keys)) {
      if (key === '__proto__' || keys[key] === undefined) continue
      const known = values.get(key) ?? new Map<string, unknown>()
      for (const value of alternatives(keys[key])) known.set(canonicalJson(value), value)
      values.set(key, known)
    }
  }
  if (values.size === 0) return undefined
  const merged: Record<string, unknown> = {}
  for (const key of [...values.keys()].sort()) merged[key] = oneValue(values.get(key) ?? new Map<string, unknown>())
  return merged
}

function alternatives(value: unknown): readonly unknown[] {
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return [value]
  const list = value[MERGED_VALUES_KEY]
  return Array.isArray(list) && list.length > 0 ? list.flatMap(alternatives) : [value]
}

function oneValue(values: ReadonlyMap<string, unknown>): unknown {
  const ordered = [...values].sort(([a], [b]) => compareText(a, b)).map(([, value]) => value)
  return ordered.length === 1 ? ordered[0] : { [MERGED_VALUES_KEY]: ordered }
}
