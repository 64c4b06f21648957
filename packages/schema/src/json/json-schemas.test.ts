import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import type { Annotation } from '../annotation.ts'
import type { ReadOutput } from '../read-output.ts'
import { annotationDocument } from '../annotation-document.ts'
import { parseAnnotation } from '../validate/validate-annotation.ts'
import { readOutputSchema } from '../validate/output-schemas.ts'
import { readErrorOutputSchema } from '../validate/read-error-schema.ts'
import { jsonSchemas, type JsonSchemaName } from './index.ts'

const names = Object.keys(jsonSchemas) as readonly JsonSchemaName[]

function compile(name: JsonSchemaName): ValidateFunction {
  return new Ajv2020({ strict: true }).compile(jsonSchemas[name])
}

describe.each(names)('%s.schema.json', (name) => {
  it('is a valid schema with an id, a title and a description', () => {
    expect(compile(name)).toBeTypeOf('function')
    expect(jsonSchemas[name]).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `urn:chronicle:schema:${name}:v1`,
    })
    expect(Object.keys(jsonSchemas[name]).slice(0, 4)).toEqual(['$schema', '$id', 'title', 'description'])
  })
})

describe('annotation', () => {
  const validate = compile('annotation')
  const document = {
    $schema: 'chronicle/v1',
    commit: 'a'.repeat(64),
    timestamp: '2025-06-10T14:30:00.5+02:00',
    task: 'T',
    summary: 's',
    context_level: 'inferred',
    regions: [
      {
        file: 'src/a b/ü.ts',
        ast_anchor: { type: 'fn', name: 'n', signature: 's' },
        lines: { start: 1, end: 2 },
        intent: 'i',
        context_level: 'enhanced',
        constraints: [{ text: 't', source: 'author' }],
        evidence: [{ kind: 'diff_hunk', file: 'a', lines: { start: 1, end: 1 } }],
        corrections: [{ any: 1 }],
      },
    ],
    cross_cutting: [{ description: 'd', regions: ['a'] }],
    provenance: { operation: 'initial', original_annotations_preserved: false },
  }
  const annotation = (): Annotation => parseAnnotation(document)._unsafeUnwrap()

  it('accepts what is written, foreign keys included', () => {
    expect(validate(annotationDocument(annotation())), JSON.stringify(validate.errors)).toBe(true)
    expect(validate(annotationDocument({ ...annotation(), unknown_keys: { x: 1 } }))).toBe(true)
  })

  it.each<[string, object]>([
    ['a relative commit', { commit: 'HEAD' }],
    ['a time of day', { timestamp: '14:30' }],
    ['a path upwards', { regions: [{ file: '../a', intent: 'i' }] }],
    ['a region without intent', { regions: [{ file: 'a' }] }],
    ['lines from 0', { regions: [{ intent: 'i', lines: { start: 0, end: 1 } }] }],
    ['another version', { $schema: 'chronicle/v2' }],
  ])('refuses %s', (_name, change) => {
    expect(validate({ ...annotationDocument(annotation()), ...change })).toBe(false)
  })
})

describe('live-annotation', () => {
  const validate = compile('live-annotation')

  it('accepts short and long forms', () => {
    const region = { file: 'a', intent: 'i' }
    for (const lines of ['10:20', '7', { start: 1, end: 2 }])
      expect(validate({ summary: 's', regions: [{ ...region, lines }] })).toBe(true)
    for (const anchor of ['f', { name: 'f' }])
      expect(validate({ summary: 's', regions: [{ ...region, anchor }] })).toBe(true)
    expect(validate({ summary: 's', extra: 1 })).toBe(true)
  })

  it('refuses what lacks the essentials', () => {
    expect(validate({})).toBe(false)
    expect(validate({ summary: 's', regions: [{ file: 'a' }] })).toBe(false)
    expect(validate({ summary: 's', regions: [{ file: 'a', intent: 'i', lines: 'ten' }] })).toBe(false)
  })
})

describe('read-output', () => {
  const validate = compile('read-output')
  const output: ReadOutput = {
    $schema: 'chronicle-read/v1',
    query: { file: 'a.ts', lines: [1, 2], depth: 1, at: 'HEAD', commit: 'a'.repeat(40), max_regions: 20 },
    regions: [
      {
        commit: 'a'.repeat(40),
        timestamp: '2025-06-10T14:30:00Z',
        context_level: 'enhanced',
        confidence: 0.92,
        confidence_factors: {
          recency: '2 days old',
          context_level: 'enhanced',
          anchor_match: 'exact',
          provenance: 'initial',
        },
        confidence_scores: { recency: 1, context_level: 1, anchor_stability: 1, provenance: 1 },
        file: 'a.ts',
        lines: { start: 1, end: 2 },
        survival: 1,
        freshness: 'fresh',
        intent: 'i',
        constraints: [{ text: 't', source: 'author' }],
        related: [{ commit: 'b', anchor: 'c', relationship: 'r', hop: 1, unresolved: 'no_annotation' }],
      },
    ],
    dependencies_on_this: [{ from_file: 'b.ts', from_anchor: 'f', nature: 'n', commit: 'c' }],
    cross_cutting: [{ description: 'd', regions: ['a.ts:f'], commit: 'c' }],
    stats: {
      commits_examined: 1,
      annotations_found: 1,
      regions_returned: 1,
      related_hops: 1,
      revisions_examined: 3,
      dependencies: 'index',
    },
    diagnostics: [{ code: 'malformed_note', severity: 'warning', message: 'm', commit: 'c' }],
    trimmed: null,
  }
  const error = { $schema: 'chronicle-read/v1', error: { code: 'file_not_found', message: 'm', data: { path: 'x' } } }

  it('accepts answers and errors, and so do the validators', () => {
    expect(validate(output), JSON.stringify(validate.errors)).toBe(true)
    expect(validate(error)).toBe(true)
    expect(readOutputSchema.safeParse(output).success).toBe(true)
    expect(readErrorOutputSchema.safeParse(error).success).toBe(true)
  })

  it('accepts the nulls of --verbose', () => {
    const verbose = {
      ...output,
      ambiguous_anchor: null,
      resolved: null,
      query: { ...output.query, anchor: null, since: null },
    }
    expect(validate(verbose), JSON.stringify(validate.errors)).toBe(true)
  })

  it.each<[string, object]>([
    ['a region without constraints', { ...output, regions: [{ ...output.regions[0], constraints: undefined }] }],
    ['a null intent', { ...output, regions: [{ ...output.regions[0], intent: null }] }],
    ['a confidence above 1', { ...output, regions: [{ ...output.regions[0], confidence: 1.5 }] }],
    ['foreign keys', { ...output, regions: [{ ...output.regions[0], unknown_keys: {} }] }],
    ['an error beside an answer', { ...output, ...error }],
    ['another version', { ...output, $schema: 'chronicle-read/v2' }],
  ])('refuses %s', (_name, document) => {
    expect(validate(JSON.parse(JSON.stringify(document)))).toBe(false)
  })
})
