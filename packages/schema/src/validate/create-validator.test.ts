import { describe, expect, it } from 'vitest'
import { jsonSchemas, type JsonSchema } from '../json/index.ts'
import { createValidator } from './create-validator.ts'
import { RULES, TEXT_RULES } from './document-rules.ts'

type Schemas = Readonly<Record<string, JsonSchema>>

const definitions = Object.values(jsonSchemas).flatMap((schema) => Object.entries((schema['$defs'] ?? {}) as Schemas))

describe('rules beside the declarations', () => {
  it.each(Object.keys(RULES))('%s is about something that is declared', (rule) => {
    const [name, key] = rule.split('.')
    const properties = definitions
      .filter(([each]) => each === name)
      .map(([, schema]) => schema['properties'] as Schemas)
    expect(properties.some((each) => key === undefined || key in each)).toBe(true)
  })

  it.each(TEXT_RULES)('$expected is asked for with a pattern that is declared', ({ pattern }) => {
    expect(JSON.stringify(definitions)).toContain(JSON.stringify(pattern.source))
  })
})

describe('a validator', () => {
  const validate = (schema: JsonSchema, value: unknown): boolean =>
    createValidator({ $defs: { Document: schema } }, 'Document').safeParse(value).success
  const object = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } }, required: ['a'] }

  it.each<[string, JsonSchema, readonly unknown[], readonly unknown[]]>([
    [
      'closes objects',
      object,
      [{ a: '' }, { a: '', b: 1 }],
      [{}, { a: 1 }, { a: '', b: 1.5 }, { a: '', c: 1 }, { a: '', b: undefined }],
    ],
    [
      'but not those with other keys',
      { ...object, additionalProperties: { type: 'string' } },
      [{ a: '', c: '' }],
      [{ a: '', c: 1 }],
    ],
    [
      'takes the nulls of what is optional for a way of printing',
      { type: 'object', properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } } },
      [{}, { a: '' }],
      [{ a: null }],
    ],
    [
      'and those of what is required as they are',
      { type: 'object', properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, required: ['a'] },
      [{ a: null }, { a: '' }],
      [{}, { a: 1 }],
    ],
    ['bounds numbers', { type: 'number', minimum: 0, maximum: 1 }, [0, 0.5, 1], [-0.1, 1.1, '1', Number.NaN]],
    ['and whole numbers', { type: 'integer', minimum: 1, maximum: 3 }, [1, 3], [0, 4, 1.5, 2 ** 60]],
    ['bounds texts', { type: 'string', minLength: 1 }, ['x'], ['', 1]],
    ['matches texts', { type: 'string', pattern: '^a' }, ['ab'], ['ba']],
    ['knows constants', { type: 'string', const: 'a' }, ['a'], ['b']],
    ['and words', { type: 'string', enum: ['a', 'b'] }, ['a', 'b'], ['c', 1]],
    ['lists', { type: 'array', items: { type: 'boolean' } }, [[], [true]], [['x'], {}]],
    [
      'pairs',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'null' }] },
      [['a', null]],
      [['a'], ['a', null, 1]],
    ],
    ['types of several kinds', { type: ['string', 'boolean'] }, ['', true], [1, null]],
    ['alternatives', { anyOf: [{ type: 'string' }, { type: 'array', items: {} }] }, ['', [1]], [1]],
    [
      'objects by key',
      { type: 'object', propertyNames: { type: 'string' }, additionalProperties: { type: 'integer' } },
      [{}, { x: 1 }],
      [{ x: 'y' }],
    ],
    [
      'with some of the keys',
      {
        type: 'object',
        propertyNames: { type: 'string', enum: ['a', 'b'] },
        additionalProperties: { type: 'integer' },
      },
      [{}, { a: 1 }],
      [{ c: 1 }],
    ],
    [
      'or with all of them',
      {
        type: 'object',
        propertyNames: { type: 'string', enum: ['a', 'b'] },
        additionalProperties: { type: 'integer' },
        required: ['a', 'b'],
      },
      [{ a: 1, b: 2 }],
      [{ a: 1 }],
    ],
  ])('%s', (_name, schema, valid, invalid) => {
    for (const value of valid) expect(validate(schema, value), JSON.stringify(value)).toBe(true)
    for (const value of invalid) expect(validate(schema, value), JSON.stringify(value)).toBe(false)
  })
})
