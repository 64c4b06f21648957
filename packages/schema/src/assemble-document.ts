import type { UnknownKeys } from './annotation.ts'
import { sortKeys, type JsonObject } from './canonical-json.ts'

/**
 * Returns an object with the known keys in the given order, followed by unknown ones. A key in `known` is never copied
 * from `unknown`, even if its value is absent.
 */
export function assemble(known: JsonObject, unknown: UnknownKeys | undefined): JsonObject {
  const document: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(known)) if (value !== undefined) document[key] = value
  if (unknown === undefined) return document
  for (const key of Object.keys(unknown).sort()) {
    if (key !== '__proto__' && !Object.hasOwn(known, key)) document[key] = sortKeys(unknown[key])
  }
  return document
}
