/** A JSON object from a response, with unknown fields. */
export type Answer = Readonly<Record<string, unknown>>

/** Returns a value as an object, or `undefined` for anything else, including lists and `null`. */
export function objectOf(value: unknown): Answer | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Answer) : undefined
}

/** Returns the text under a key, or `undefined` if it is absent or empty. */
export function textAt(object: Answer | undefined, key: string): string | undefined {
  const value = object?.[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns the non-negative integer under a key. */
export function countAt(object: Answer | undefined, key: string): number | undefined {
  const value = object?.[key]
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/** Returns the line number under a key: an integer of at least 1. */
export function lineAt(object: Answer | undefined, key: string): number | undefined {
  const line = countAt(object, key)
  return line === 0 ? undefined : line
}

/** Returns the list under a key, or an empty list if there is none. */
export function listAt(object: Answer | undefined, key: string): readonly unknown[] {
  const value = object?.[key]
  return Array.isArray(value) ? value : []
}

/** Returns the time under a key, in seconds since the epoch. */
export function timeAt(object: Answer | undefined, key: string): number | undefined {
  const time = Date.parse(textAt(object, key) ?? '')
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000)
}

/** Returns the full commit id under a key. */
export function commitAt(object: Answer | undefined, key: string): string | undefined {
  const id = textAt(object, key)?.toLowerCase()
  return id !== undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id) ? id : undefined
}

/** Returns the URL under a key, if it is a web address. */
export function urlAt(object: Answer | undefined, key: string): string | undefined {
  const url = textAt(object, key)
  return url !== undefined && /^https?:\/\/[^\s<>"\\^`{|}]+$/.test(url) ? url : undefined
}
