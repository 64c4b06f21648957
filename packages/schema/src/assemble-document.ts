import type { UnknownKeys } from './annotation.ts'
import { sortKeys, type JsonObject } from './canonical-json.ts'

/** Known keys in the order given, then unknown ones. A key in `known` is never taken from `unknown`, even if absent. */
export function assemble(known: JsonObject, unknown: UnknownKeys | undefined): JsonObject {
  const document: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(known)) if (value !== undefined) document[key] = value
  if (unknown === undefined) return document
  for (const key of Object.keys(unknown).sort()) {
    if (key !== '__proto__' && !Object.hasOwn(known, key)) document[key] = sortKeys(unknown[key])
  }
  return document
}
