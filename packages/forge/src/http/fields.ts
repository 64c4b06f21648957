/** An object of an answer, of which nothing is known but that it is one. */
export type Answer = Readonly<Record<string, unknown>>

/** Returns a value as an object; `undefined` for anything else, lists and `null` included. */
export function objectOf(value: unknown): Answer | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Answer) : undefined
}

/** Returns a text under a key; `undefined` where there is none, or an empty one. */
export function textAt(object: Answer | undefined, key: string): string | undefined {
  const value = object?.[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns a whole number from 0 under a key. */
export function countAt(object: Answer | undefined, key: string): number | undefined {
  const value = object?.[key]
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/** Returns the line number under a key: a whole number from 1. */
export function lineAt(object: Answer | undefined, key: string): number | undefined {
  const line = countAt(object, key)
  return line === 0 ? undefined : line
}

/** Returns a list under a key; empty where there is none. */
export function listAt(object: Answer | undefined, key: string): readonly unknown[] {
  const value = object?.[key]
  return Array.isArray(value) ? value : []
}

/** Returns the time under a key, in seconds since the epoch. */
export function timeAt(object: Answer | undefined, key: string): number | undefined {
  const time = Date.parse(textAt(object, key) ?? '')
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000)
}

/** Returns the id of a commit under a key, in full. */
export function commitAt(object: Answer | undefined, key: string): string | undefined {
  const id = textAt(object, key)?.toLowerCase()
  return id !== undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id) ? id : undefined
}

/** Returns the address under a key, where it is one of the web. */
export function urlAt(object: Answer | undefined, key: string): string | undefined {
  const url = textAt(object, key)
  return url !== undefined && /^https?:\/\/[^\s<>"\\^`{|}]+$/.test(url) ? url : undefined
}
