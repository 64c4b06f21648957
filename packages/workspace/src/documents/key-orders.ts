import type { Schema } from './declared-limits.ts'

/**
 * Returns the keys of interfaces in the order in which they are written, by the name of the interface. Each key is
 * followed by `?` if it is optional, `.2` for two decimals, `:Name` for an object with keys of its own, and `[]` for a
 * list: `score.2 lines?:LineRange places?[]`. See `FieldShape` of core.
 */
export function keyOrders(definitions: ReadonlyMap<string, Schema>): Readonly<Record<string, string>> {
  const written = [...definitions].sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(written.map(([name, schema]) => [name, writtenKeys(schema, definitions)]))
}

function writtenKeys(schema: Schema, definitions: ReadonlyMap<string, Schema>): string {
  const required = new Set((schema['required'] ?? []) as readonly string[])
  const properties = Object.entries(schema['properties'] as Readonly<Record<string, Schema>>)
  const keys = properties.map(([key, property]) => {
    const { type, items, decimals, anyOf } = property
    const inner = (items ?? (anyOf as readonly Schema[] | undefined)?.[0] ?? property) as Schema
    const name = inner['$ref'] as string | undefined
    // Unlisted keys would be lost, so an object that may have them is written unchanged.
    const isListed = name !== undefined && definitions.get(name)?.['additionalProperties'] === false
    return [
      key,
      required.has(key) ? '' : '?',
      typeof decimals === 'number' ? `.${decimals}` : '',
      isListed ? `:${name}` : '',
      type === 'array' && !('prefixItems' in property) ? '[]' : '',
    ].join('')
  })
  return keys.join(' ')
}
