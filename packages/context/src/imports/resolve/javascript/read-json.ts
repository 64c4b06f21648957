import { isJsonObject, type JsonObject } from '@chronicle/schema'
import { parse } from 'jsonc-parser'

/** Parses JSON with comments and trailing commas. Returns `undefined` if it is not an object. */
export function parseJsonObject(text: string): JsonObject | undefined {
  const value: unknown = parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true })
  return isJsonObject(value) ? value : undefined
}

/** Returns the strings of an array, or an empty list for any other value. */
export function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** Returns a string unchanged, or `undefined` for any other value. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
