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

/** Returns the published JSON Schema (draft 2020-12) of a document. */
export function jsonSchema(document: PublishedDocument, declarations: Declarations): Schema {
  const { name, title, description, type, kind } = document
  const definitions = new Map(collectDefinitions(type, declarations, READINGS[kind]))
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
 * Returns the definitions of stored and input documents, without descriptions: validators do not need these, and every
 * command that writes loads the definitions.
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

/** Returns an interface and all interfaces that it refers to, in the order of first reference. */
export function collectDefinitions(
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

/**
 * Returns the keys of a stored document. The model lacks the key for the storage format, and has keys about where it
 * was read from.
 */
function storedKeys({ format, omittedKeys = [], alwaysStored = [] }: PublishedDocument, definition: Schema): Schema {
  if (format === undefined) return {}
  const properties = Object.entries(definition['properties'] as Schemas).filter(([key]) => !omittedKeys.includes(key))
  const required = (definition['required'] as readonly string[]).filter((key) => !omittedKeys.includes(key))
  return {
    properties: { $schema: { type: 'string', const: format }, ...Object.fromEntries(properties) },
    required: ['$schema', ...required, ...alwaysStored],
  }
}

/** Returns the schema of the output of a failed command. Its `$schema` is that of the answer. */
function errorDocument(answer: Schema, declarations: Declarations): Schema {
  const error = declarations.schemaOf('ErrorAnswer')
  const { $schema } = (answer['properties'] ?? {}) as Schemas
  return { ...error, properties: { ...(error['properties'] as Schemas), $schema } }
}

/**
 * Returns an equivalent schema that validators accept in their strictest mode: it has one type at a time, and required
 * keys are declared.
 */
function strictForm(schema: Schema): Schema {
  const { type, propertyNames, additionalProperties, ...rest } = schema
  if (Array.isArray(type)) return { anyOf: type.map((each: unknown) => ({ type: each })), ...rest }
  const names = (propertyNames as Schema | undefined)?.['enum'] as readonly string[] | undefined
  if (names === undefined || rest['required'] === undefined) return schema
  const properties = Object.fromEntries(names.map((name) => [name, additionalProperties]))
  return { type, properties, ...rest, additionalProperties: false }
}

/**
 * Returns a schema in its published form: values that `--verbose` prints as null are nullable, and keys used only by
 * core are removed.
 */
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
