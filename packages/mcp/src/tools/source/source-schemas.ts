import type { JsonSchema } from '@chronicle/schema/json'
import { sourceRequestSchema, sourceResponseSchema, type SourceMode } from '@chronicle/source'

type Properties = Readonly<Record<string, JsonSchema>>

/** What a model is told of a request: bounds and patterns cost every conversation tokens, and refusals tell them. */
export function toldRequest(mode?: SourceMode): JsonSchema {
  const schema = withoutBounds(sourceRequestSchema(mode)) as JsonSchema
  return { ...schema, properties: { ...propertiesOf(schema), max_tokens: { type: 'integer' } } }
}

const BOUNDS: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'pattern', 'maximum', 'minItems', 'maxItems'])

function withoutBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutBounds)
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(([key]) => !BOUNDS.has(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutBounds(value)]))
}

const failureSchema: JsonSchema = {
  type: 'object',
  properties: {
    ok: { const: false },
    error: {
      type: 'object',
      properties: { code: { type: 'string' }, message: { type: 'string' }, data: { type: 'object' } },
      required: ['code', 'message'],
      additionalProperties: false,
    },
  },
  required: ['ok', 'error'],
  additionalProperties: false,
}

/** What the tools that read source answer, whole: an answer, or why there is none. */
export const sourceOutputSchema: JsonSchema = { anyOf: [sourceResponseSchema(), failureSchema] }

/** The first level of it, for the same reason as `outputOutline`. */
export const sourceOutputOutline: JsonSchema = {
  type: 'object',
  properties: {
    ok: { type: 'boolean' },
    ...typesOf(propertiesOf(sourceResponseSchema()), ['mode', 'target', 'text', 'location', 'meta']),
    error: { type: 'object' },
  },
  required: ['ok'],
}

function propertiesOf(schema: JsonSchema): Properties {
  return schema['properties'] as Properties
}

function typesOf(properties: Properties, names: readonly string[]): Properties {
  return Object.fromEntries(names.map((name) => [name, { type: properties[name]?.['type'] }]))
}
