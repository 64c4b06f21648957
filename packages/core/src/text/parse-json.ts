/** An object of JSON, nothing of which is known. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Parses JSON. `undefined` when it is none, which is an answer here and not a failure. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a value is an object, and no list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
