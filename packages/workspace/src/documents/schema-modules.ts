import type { PublishedDocument } from './document-list.ts'

const HEADER = '/* Written by `npm run documents`: the list of documents is in `workspace/src/documents`. */'

/** Returns the module of `@chronicle/schema/json`: every published schema by name. */
export function schemasModule(documents: readonly PublishedDocument[]): string {
  const names = documents.map(({ name }) => name).sort()
  return [
    HEADER,
    ...names.map(importOf),
    `import type { JsonSchema } from './json-schema.ts'`,
    '',
    '/** The published JSON Schemas: what is stored, corrections of it, what `annotate --live` takes, what commands print. */',
    `export type JsonSchemaName = ${names.map((name) => `'${name}'`).join(' | ')}`,
    '',
    '/** Every published JSON Schema by name. Import this entry when one is needed: it holds all of them. */',
    'export const jsonSchemas: Readonly<Record<JsonSchemaName, JsonSchema>> = {',
    ...names.map((name) => `'${name}': ${variableOf(name)},`),
    '}',
  ].join('\n')
}

/** Returns the module with a validator for each document that commands print. */
export function validatorsModule(documents: readonly PublishedDocument[]): string {
  const printed = documents
    .filter(({ validates }) => validates !== undefined)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return [
    HEADER,
    `import type * as z from 'zod'`,
    ...printed.map(({ name }) => importOf(name)),
    `import type { ${printed.map(({ type }) => type).join(', ')} } from '../index.ts'`,
    `import { createValidator } from './create-validator.ts'`,
    ...printed.flatMap(({ name, type, validates = '' }) => [
      '',
      `/** Checks ${validates}. */`,
      `export const ${type.charAt(0).toLowerCase()}${type.slice(1)}Schema: z.ZodType<${type}> = createValidator(${variableOf(name)}, '${type}')`,
    ]),
  ].join('\n')
}

function importOf(name: string): string {
  return `import ${variableOf(name)} from '../../json/${name}.schema.json' with { type: 'json' }`
}

function variableOf(name: string): string {
  return name.replace(/-(\w)/gu, (_, letter: string) => letter.toUpperCase())
}
