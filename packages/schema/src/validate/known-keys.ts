import type * as z from 'zod'

/** Returns the keys that an object at `path` in a document may have, according to its validator. */
export function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  const [key, ...rest] = path
  const inner = unwrap(schema)
  if (inner.type === 'union') return (inner.options ?? []).flatMap((option) => knownKeys(option, path))
  if (key === undefined) return Object.keys(inner.shape ?? {})
  const next = typeof key === 'number' ? inner.element : inner.shape?.[String(key)]
  return next === undefined ? [] : knownKeys(next, rest)
}

/** The part of zod's schema definitions that documents here use. */
interface Definition {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly getter?: () => z.ZodType
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly options?: readonly z.ZodType[]
}

function unwrap(schema: z.ZodType): Definition {
  const definition = schema.def as unknown as Definition
  const inner = definition.innerType ?? definition.getter?.()
  return inner === undefined ? definition : unwrap(inner)
}
