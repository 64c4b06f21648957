import type { JsonSchema } from '@chronicle/schema/json'
import { sourceRequestSchema, sourceResponseSchema, type SourceMode } from '@chronicle/source'

type Properties = Readonly<Record<string, JsonSchema>>

/**
 * Returns the request schema shown to a model. It omits bounds and patterns, which cost tokens in every conversation
 * and which error messages mention anyway.
 */
export function modelRequestSchema(mode?: SourceMode): JsonSchema {
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

/** The full output schema of the tools that read source: an answer or a failure. */
export const sourceOutputSchema: JsonSchema = { anyOf: [sourceResponseSchema(), failureSchema] }

/** The first level of that schema, for the same reason as `outputOutline`. */
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
