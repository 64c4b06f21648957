import type { Schema } from './declared-limits.ts'

/** The form of one key: see `FieldShape` of core, where `keys` is not a name. */
interface WrittenKey {
  readonly required?: true
  readonly list?: true
  readonly decimals?: number
  readonly keys?: string
}

/** Returns the order and form in which the keys of interfaces are written, by the name of the interface. */
export function keyOrders(definitions: ReadonlyMap<string, Schema>): Readonly<Record<string, unknown>> {
  const written = [...definitions].sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(written.map(([name, schema]) => [name, writtenKeys(schema, definitions)]))
}

function writtenKeys(schema: Schema, definitions: ReadonlyMap<string, Schema>): Readonly<Record<string, WrittenKey>> {
  const required = new Set((schema['required'] ?? []) as readonly string[])
  const properties = Object.entries(schema['properties'] as Readonly<Record<string, Schema>>)
  return Object.fromEntries(
    properties.map(([key, property]) => {
      const { type, items, decimals, anyOf } = property
      const inner = (items ?? (anyOf as readonly Schema[] | undefined)?.[0] ?? property) as Schema
      const name = inner['$ref'] as string | undefined
      // Unlisted keys would be lost, so an object that may have them is written unchanged.
      const isListed = name !== undefined && definitions.get(name)?.['additionalProperties'] === false
      return [
        key,
        {
          ...(required.has(key) && { required: true as const }),
          ...(type === 'array' && !('prefixItems' in property) && { list: true as const }),
          ...(typeof decimals === 'number' && { decimals }),
          ...(isListed && { keys: name }),
        },
      ]
    }),
  )
}
