/** Some fields of `T`. A field that is absent or `undefined` keeps its default. */
export type Overrides<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** The fields of `T`, where each field that could be `undefined` may be missing instead. */
export type OmittedUndefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/**
 * Returns the fields that have a value, in their order. Use it for optional fields that must not be present as
 * `undefined`: `{ path, ...omitUndefined({ anchor, at }) }`.
 */
export function omitUndefined<T extends object>(fields: T): OmittedUndefined<T> {
  const kept: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) kept[key] = value
  return kept as OmittedUndefined<T>
}
