import { parse } from 'jsonc-parser'

/** A JSON object of unknown shape. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Parses JSON with comments and trailing commas; `undefined` when it is not an object. */
export function parseJsonObject(text: string): JsonObject | undefined {
  const value: unknown = parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true })
  return isObject(value) ? value : undefined
}

/** Whether a value is an object, and not a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The strings of a list; empty for anything else. */
export function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** A string, or `undefined` for anything else. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
