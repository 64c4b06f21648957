import type { JsonObject } from '../canonical-json.ts'
import type { FieldReader } from './field-reader.ts'
import { quote } from './note-problems.ts'

/** The format of a document, which decides the parts to read. */
export type DocumentFormat = 'v1' | 'v2' | 'v3' | 'knowledge' | 'any'

const SCHEMA = /(?:^|\/)(?:(?:chronicle|ultragit)\/)(v[123]|knowledge-v1)$/

/** The keys that identify a document without a known `$schema` as an annotation or a knowledge note. */
const ANNOTATION_PARTS = ['regions', 'narrative', 'markers', 'decisions', 'wisdom', 'cross_cutting', 'summary']
const KNOWLEDGE_PARTS = ['conventions', 'boundaries', 'anti_patterns']

/**
 * Determines the format of a document by its `$schema`. If that is missing or unknown, reports it and uses the keys of
 * the document. Returns a reason when the document is not one of ours.
 */
export function documentFormat(
  document: JsonObject,
  schema: string | undefined,
  fields: FieldReader,
): { readonly format: DocumentFormat } | { readonly reason: string } {
  const version = schema === undefined ? undefined : SCHEMA.exec(schema)?.[1]
  if (version === 'knowledge-v1') return { format: 'knowledge' }
  if (version !== undefined) return { format: version as DocumentFormat }
  const named = schema === undefined ? 'no $schema' : `the unknown $schema ${quote(schema)}`
  const has = (part: string): boolean => Object.hasOwn(document, part)
  const knowledge = KNOWLEDGE_PARTS.some(has)
  if (!knowledge && !ANNOTATION_PARTS.some(has)) return { reason: `it has ${named} and no part that an annotation has` }
  fields.problems.add(
    'unknown_schema',
    `The note on commit ${fields.problems.commit} has ${named}; its known parts are read`,
  )
  return { format: knowledge && !ANNOTATION_PARTS.some(has) ? 'knowledge' : 'any' }
}
