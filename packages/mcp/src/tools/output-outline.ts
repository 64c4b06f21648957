import { jsonSchemas, type JsonSchema, type JsonSchemaName } from '@chronicle/schema/json'
import { omitUndefined } from '@chronicle/schema'

type Keyed = Readonly<Record<string, JsonSchema>>

/**
 * Returns the first level of the published JSON Schema of an answer: its keys and their types. The outline accepts
 * every answer that the whole schema accepts, and every failure: some clients, such as the MCP Inspector, also validate
 * failures against it, so only the key that both have is required.
 *
 * A server's tools are in the context of every conversation, and the whole schemas are twenty thousand tokens. They are
 * served as resources.
 */
export function outputOutline(name: JsonSchemaName): JsonSchema {
  const root = jsonSchemas[name]
  const alternatives = (root['anyOf'] ?? [root]) as readonly JsonSchema[]
  const answer = resolveReference(alternatives[0] ?? {}, root)
  const properties = Object.entries((answer['properties'] ?? {}) as Keyed).map(([key, value]) => {
    const { type } = resolveReference(value, root)
    return [key, omitUndefined({ type })] as const
  })
  return { type: 'object', properties: Object.fromEntries(properties), required: ['$schema'] }
}

/** Resolves `#/$defs/Name`. */
function resolveReference(value: JsonSchema, root: JsonSchema): JsonSchema {
  const reference = value['$ref']
  const name = /^#\/\$defs\/(.+)$/u.exec(typeof reference === 'string' ? reference : '')?.[1]
  return name === undefined ? value : (((root['$defs'] ?? {}) as Keyed)[name] ?? {})
}
