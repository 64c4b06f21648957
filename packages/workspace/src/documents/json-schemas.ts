import type { Schema } from './declared-limits.ts'
import type { PublishedDocument } from './document-list.ts'
import type { Declarations, ReadingOptions } from './read-declarations.ts'

type Schemas = Readonly<Record<string, Schema>>

const READINGS: Readonly<Record<PublishedDocument['kind'], ReadingOptions>> = {
  plain: {},
  failing: {},
  answer: {},
  stored: { open: true, listsOptional: true },
  stated: { open: true },
}

/** The published JSON Schema of a document, of draft 2020-12. */
export function jsonSchema(document: PublishedDocument, declarations: Declarations): Schema {
  const { name, title, description, type, kind } = document
  const definitions = new Map(referredTo(type, declarations, READINGS[kind]))
  const definition = definitions.get(type) ?? {}
  definitions.set(type, { ...definition, ...storedKeys(document, definition) })
  const canFail = kind === 'answer' || kind === 'failing'
  if (canFail) definitions.set('ErrorAnswer', errorDocument(definition, declarations))
  const schema: Schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:chronicle:schema:${name}:v1`,
    title,
    description,
    ...(canFail ? { anyOf: [{ $ref: type }, { $ref: 'ErrorAnswer' }] } : { $ref: type }),
    $defs: Object.fromEntries(definitions),
  }
  return publish(schema, kind === 'answer') as Schema
}

/**
 * The definitions of the documents that programs hand in and that are stored, without what is said of them: validators
 * need no more, and every command that writes loads them.
 */
export function inputDefinitions(documents: readonly PublishedDocument[], declarations: Declarations): Schema {
  const inputs = documents.filter(({ kind }) => kind === 'stored' || kind === 'stated')
  const definitions = new Map<string, string>()
  for (const [name, schema] of inputs.flatMap((each) =>
    Object.entries(jsonSchema(each, declarations)['$defs'] as Schemas),
  )) {
    const text = JSON.stringify(schema, (key, value: unknown) =>
      key === 'description' && typeof value === 'string' ? undefined : value,
    )
    if ((definitions.get(name) ?? text) !== text) throw new Error(`${name} is stored in one way and stated in another`)
    definitions.set(name, text)
  }
  return { $defs: Object.fromEntries([...definitions].map(([name, text]) => [name, JSON.parse(text) as unknown])) }
}

/** An interface and all that it refers to, in the order in which they are first named. */
export function referredTo(
  type: string,
  declarations: Declarations,
  reading: ReadingOptions = {},
): ReadonlyMap<string, Schema> {
  const definitions = new Map<string, Schema>()
  const visit = (name: string): void => {
    if (definitions.has(name)) return
    const schema = declarations.schemaOf(name, reading)
    definitions.set(name, schema)
    JSON.stringify(schema, (key, value: unknown) => {
      if (key === '$ref' && typeof value === 'string') visit(value)
      return value
    })
  }
  visit(type)
  return definitions
}

/** The model has no key for the format that it is stored in, and some that say where it was read from. */
function storedKeys({ format, unstored = [], alwaysStored = [] }: PublishedDocument, definition: Schema): Schema {
  if (format === undefined) return {}
  const properties = Object.entries(definition['properties'] as Schemas).filter(([key]) => !unstored.includes(key))
  const required = (definition['required'] as readonly string[]).filter((key) => !unstored.includes(key))
  return {
    properties: { $schema: { type: 'string', const: format }, ...Object.fromEntries(properties) },
    required: ['$schema', ...required, ...alwaysStored],
  }
}

/** What a failed command prints: its `$schema` is that of the answer. */
function errorDocument(answer: Schema, declarations: Declarations): Schema {
  const error = declarations.schemaOf('ErrorAnswer')
  const { $schema } = (answer['properties'] ?? {}) as Schemas
  return { ...error, properties: { ...(error['properties'] as Schemas), $schema } }
}

/** The same in the forms that validators take in their strictest mode: one type at a time, and required keys declared. */
function strictForm(schema: Schema): Schema {
  const { type, propertyNames, additionalProperties, ...rest } = schema
  if (Array.isArray(type)) return { anyOf: type.map((each: unknown) => ({ type: each })), ...rest }
  const names = (propertyNames as Schema | undefined)?.['enum'] as readonly string[] | undefined
  if (names === undefined || rest['required'] === undefined) return schema
  const properties = Object.fromEntries(names.map((name) => [name, additionalProperties]))
  return { type, properties, ...rest, additionalProperties: false }
}

/** A schema as it is published: `--verbose` prints null for what is absent; what only core minds is left out. */
function publish(value: unknown, nullable: boolean): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => publish(each, nullable))
  if (typeof value !== 'object' || value === null) return value
  const { decimals: _, ...published } = value as Schema
  const schema = strictForm(published)
  const required = new Set((schema['required'] ?? []) as readonly string[])
  const entries = Object.entries(schema).map(([key, each]) => {
    if (key === '$ref') return [key, `#/$defs/${String(each)}`]
    if (key !== 'properties') return [key, publish(each, nullable)]
    const properties = Object.entries(each as Schemas).map(([name, property]) => {
      const published = publish(property, nullable)
      return [name, !nullable || required.has(name) ? published : { anyOf: [published, { type: 'null' }] }]
    })
    return [key, Object.fromEntries(properties) as unknown]
  })
  return Object.fromEntries(entries) as Schema
}
