/** The values that `omitEmpty` omits, as Go's `omitempty` does. */
export type Empty = undefined | false | 0 | ''

/** The fields of `T`, where each field that could be empty may be missing instead. */
export type OmittedEmpty<T> = { [K in keyof T]?: Exclude<T[K], Empty> }

/**
 * Returns the non-empty fields, in their order: those that are not `undefined`, `false`, `0`, an empty text, an empty
 * list, or a map or set without entries. Use it for optional fields whose absence means exactly that:
 * `{ path, ...omitEmpty({ tags, is_binary }) }`. Use `omitUndefined` for a value whose emptiness differs from its
 * absence.
 */
export function omitEmpty<T extends object>(fields: T): OmittedEmpty<T> {
  const kept: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(fields)) if (!isEmpty(value)) kept[key] = value
  return kept as OmittedEmpty<T>
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === false || value === 0 || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return (value instanceof Map || value instanceof Set) && value.size === 0
}
