/** A parsed JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a parsed JSON value is an object: neither a list nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns JSON text that is equal exactly for equal values: object keys in code unit order, no white space. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(value))
}

/** Returns a copy with the keys of every object in code unit order. Omits `__proto__`, which is never safe to copy. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (!isJsonObject(value)) return value
  const sorted: Record<string, unknown> = {}
  for (const key of Object.keys(value).sort()) if (key !== '__proto__') sorted[key] = sortKeys(value[key])
  return sorted
}

/**
 * Whether lists and objects are nested more than `levels` deep. Never descends further than that, so cycles are safe.
 */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  return Object.values(value).some((each) => isNestedDeeper(each, levels - 1))
}
