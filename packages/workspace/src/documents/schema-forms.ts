import type { Schema } from './declared-limits.ts'

/** A list of a fixed length. */
export function tupleSchema(items: readonly Schema[]): Schema {
  return { type: 'array', prefixItems: items, items: false, minItems: items.length, maxItems: items.length }
}

/** An object whose keys are of a type: all of them, where they are named. */
export function recordSchema(keys: Schema, values: Schema): Schema {
  const { description: _, ...propertyNames } = keys
  const required = Array.isArray(keys['enum']) ? { required: keys['enum'] as readonly unknown[] } : {}
  return { type: 'object', propertyNames, additionalProperties: values, ...required }
}

/** The same, where any key may be absent. */
export function withoutRequired({ required: _, ...schema }: Schema): Schema {
  return schema
}

/** One of several: words, types of JSON, or forms of a value. */
export function unionSchema(members: readonly Schema[]): Schema {
  const texts = members.map(({ type, const: value }) => (type === 'string' ? value : undefined))
  if (texts.every((text) => text !== undefined)) return { type: 'string', enum: texts }
  const types = members.map((member) => (Object.keys(member).length === 1 ? member['type'] : undefined))
  return types.every((type) => type !== undefined) ? { type: types } : { anyOf: members }
}
