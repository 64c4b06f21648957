import type { Schema } from './declared-limits.ts'

/** Returns the schema of a list with a fixed length. */
export function tupleSchema(items: readonly Schema[]): Schema {
  return { type: 'array', prefixItems: items, items: false, minItems: items.length, maxItems: items.length }
}

/** Returns the schema of an object with keys of one type. If these are named, all of them are required. */
export function recordSchema(keys: Schema, values: Schema): Schema {
  const { description: _, ...propertyNames } = keys
  const required = Array.isArray(keys['enum']) ? { required: keys['enum'] as readonly unknown[] } : {}
  return { type: 'object', propertyNames, additionalProperties: values, ...required }
}

/** Returns the same schema, where any key may be absent. */
export function withoutRequired({ required: _, ...schema }: Schema): Schema {
  return schema
}

/** Returns the schema of a union: words, JSON types, or forms of a value. */
export function unionSchema(members: readonly Schema[]): Schema {
  const texts = members.map(({ type, const: value }) => (type === 'string' ? value : undefined))
  if (texts.every((text) => text !== undefined)) return { type: 'string', enum: texts }
  const types = members.map((member) => (Object.keys(member).length === 1 ? member['type'] : undefined))
  return types.every((type) => type !== undefined) ? { type: types } : { anyOf: members }
}
