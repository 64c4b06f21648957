/** The fields of `T`, each of which may be missing instead of `undefined`. */
export type OmittedUndefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/**
 * Returns the fields that have a value, in their order. For optional fields of an object that must not be there as
 * `undefined`: `{ path, ...omitUndefined({ anchor, at }) }`.
 */
export function omitUndefined<T extends object>(fields: T): OmittedUndefined<T> {
  const kept: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) kept[key] = value
  return kept as OmittedUndefined<T>
}
