import { isJsonObject } from './canonical-json.ts'

/**
 * A copy without `unknown_keys`, at any depth: what is shown to a reader, as opposed to what is stored. Foreign data of
 * any size may stand under unknown keys.
 */
export function withoutUnknownKeys<T>(value: T): T {
  return strip(value) as T
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip)
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).filter(([key]) => key !== 'unknown_keys')
  return Object.fromEntries(entries.map(([key, each]) => [key, strip(each)]))
}
