import { isJsonObject } from './canonical-json.ts'

/**
 * Returns a copy without `unknown_keys` at any depth, to be shown to a reader rather than stored. Unknown keys may
 * contain foreign data of any size.
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
