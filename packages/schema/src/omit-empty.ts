/** What `omitEmpty` leaves out: what Go's `omitempty` does. */
export type Empty = undefined | false | 0 | ''

/** The fields of `T`, each of which may be missing instead of empty. */
export type OmittedEmpty<T> = { [K in keyof T]?: Exclude<T[K], Empty> }

/**
 * Returns the fields that say something, in their order: those that are not `undefined`, `false`, `0`, an empty text,
 * an empty list, or a map or set without entries. For optional fields whose absence means just that:
 * `{ path, ...omitEmpty({ tags, is_binary }) }`. Of a value that must be told from its absence, `omitUndefined` keeps it.
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
