import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Schema } from './declared-limits.ts'
import { keyOrders } from './key-orders.ts'
import { readDeclarations, type ReadingOptions } from './read-declarations.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chronicle-declarations-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Returns the schema of the interface `Document` in a source. */
async function schemaOf(source: string, options?: ReadingOptions): Promise<Schema> {
  const entry = join(folder, 'entry.ts')
  await writeFile(entry, source)
  return readDeclarations(entry, { strict: true, noLib: true }).schemaOf('Document', options)
}

async function properties(source: string): Promise<unknown> {
  return (await schemaOf(source))['properties']
}

describe('an interface', () => {
  it('says its keys, which of them may be absent, and what they are for', async () => {
    const source = `
      /** A document.
       *  In two lines. */
      export interface Document {
        /** Its \`name\`. */
        readonly name: string
        readonly gone?: true
        readonly unknown_keys?: object
      }`
    expect(await schemaOf(source)).toEqual({
      type: 'object',
      properties: { name: { type: 'string', description: 'Its `name`.' }, gone: { type: 'boolean', const: true } },
      required: ['name'],
      additionalProperties: false,
      description: 'A document. In two lines.',
    })
  })

  it('has inherited keys first, those of an ending last, and those listed again where they are listed', async () => {
    const source = `
      interface Place { readonly file: string; readonly line: string }
      /** @ending */
      interface Ending { readonly format: string; readonly trimmed: string }
      export interface Document extends Place, Ending { readonly format: 'a'; readonly kind: string; readonly line: string }`
    expect(Object.keys((await properties(source)) as object)).toEqual(['file', 'format', 'kind', 'line', 'trimmed'])
  })

  it('as it is stored is open, and may leave lists out', async () => {
    const source = 'export interface Document { readonly list: readonly string[]; readonly text: string }'
    expect(await schemaOf(source, { open: true, listsOptional: true })).toEqual({
      type: 'object',
      properties: { list: { type: 'array', items: { type: 'string' } }, text: { type: 'string' } },
      required: ['text'],
    })
  })
})

describe('a type', () => {
  const declared = `
    export const FORMAT = 'a/v1'
    export const KINDS = ['x', 'y'] as const
    const HEX = /^[0-9a-f]+$/
    /** @integer
     *  @minimum 0 */
    type Count = number
    /** One of two. */
    type Word = 'yes' | 'no'
    interface Other { readonly word?: Word }
    type Tagged<T, Tag> = T & { readonly tag: Tag }
    type Id = Tagged<string, 'Id'>`

  it.each<[string, unknown]>([
    ['typeof FORMAT', { type: 'string', const: 'a/v1' }],
    ['(typeof KINDS)[number]', { type: 'string', enum: ['x', 'y'] }],
    ['Count', { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }],
    ['Word', { type: 'string', enum: ['yes', 'no'], description: 'One of two.' }],
    ["NonNullable<Other['word']>", { type: 'string', enum: ['yes', 'no'], description: 'One of two.' }],
    ['Other | null', { anyOf: [{ $ref: 'Other' }, { type: 'null' }] }],
    ['number | string', { type: ['number', 'string'] }],
    ['Id', { type: 'string' }],
    [
      'readonly [from: Count, Id]',
      {
        type: 'array',
        prefixItems: [{ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, { type: 'string' }],
        items: false,
        minItems: 2,
        maxItems: 2,
      },
    ],
    [
      'Readonly<Record<string, boolean>>',
      { type: 'object', propertyNames: { type: 'string' }, additionalProperties: { type: 'boolean' } },
    ],
    [
      'Partial<Record<Word, unknown>>',
      { type: 'object', propertyNames: { type: 'string', enum: ['yes', 'no'] }, additionalProperties: {} },
    ],
  ])('%s', async (type, schema) => {
    expect(await properties(`${declared}\nexport interface Document { readonly key: ${type} }`)).toEqual({
      key: schema,
    })
  })

  it('is limited by the tags of its key, too', async () => {
    const source = `${declared}
      export interface Document {
        /**
         * An id.
         *
         * @pattern HEX
         */
        readonly id: Id
        /** @maximum 9 */
        readonly count: Count
      }`
    expect(await properties(source)).toEqual({
      id: { type: 'string', pattern: '^[0-9a-f]+$', description: 'An id.' },
      count: { type: 'integer', minimum: 0, maximum: 9 },
    })
  })

  it.each([
    ['bigint', 'A document has texts, true and null as constants'],
    ['Absent', 'Absent is declared nowhere'],
    ['/** @nonsense 1 */ Count', '@nonsense says nothing about a document'],
    ['/** @pattern NONE */ Id', 'There is no regular expression NONE'],
    ['/** @minimum 1 */ Other', 'Limits stand where the type is declared'],
  ])('%s is refused', async (type, message) => {
    const [tag = '', name = type] = type.startsWith('/**') ? type.split(/(?<=\*\/)/u) : ['', type]
    const source = `${declared}\nexport interface Document {\n${tag}\nreadonly key: ${name} }`
    await expect(properties(source)).rejects.toThrow(message)
  })
})

it('the order of keys says what is always written, lists, decimals, and objects that list their keys', () => {
  const definitions = new Map<string, Schema>([
    [
      'A',
      {
        properties: {
          one: { $ref: 'B' },
          many: { type: 'array', items: { $ref: 'B' } },
          none: { anyOf: [{ $ref: 'B' }, { type: 'null' }] },
          open: { $ref: 'C' },
          share: { type: 'number', decimals: 2 },
          pair: { type: 'array', prefixItems: [] },
        },
        required: ['none'],
      },
    ],
    ['B', { properties: { x: {} }, additionalProperties: false }],
    ['C', { properties: { y: {} }, additionalProperties: { type: 'string' } }],
  ])
  expect(keyOrders(definitions)['A']).toBe('one?:B many?:B[] none:B open? share?.2 pair?')
})
