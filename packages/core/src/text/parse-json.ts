/** A JSON object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Parses JSON. Returns `undefined` for invalid JSON, which callers treat as a regular result. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a value is an object and not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
