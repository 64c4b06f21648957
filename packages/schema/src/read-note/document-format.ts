import type { JsonObject } from '../canonical-json.ts'
import type { FieldReader } from './field-reader.ts'
import { quote } from './note-problems.ts'

/** Which parts of a document are to be read. */
export type DocumentFormat = 'v1' | 'v2' | 'v3' | 'knowledge' | 'any'

const SCHEMA = /(?:^|\/)(?:(?:chronicle|ultragit)\/)(v[123]|knowledge-v1)$/

/** The parts that tell an annotation, or a knowledge note, when it does not say what it is. */
const ANNOTATION_PARTS = ['regions', 'narrative', 'markers', 'decisions', 'wisdom', 'cross_cutting', 'summary']
const KNOWLEDGE_PARTS = ['conventions', 'boundaries', 'anti_patterns']

/**
 * The format of a document by its `$schema`, or by its parts when that is missing or unknown, which is reported.
 * Answers with a reason when it is no document of ours.
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
    `The note on commit ${fields.problems.commit} has ${named}; what is known of it is read`,
  )
  return { format: knowledge && !ANNOTATION_PARTS.some(has) ? 'knowledge' : 'any' }
}
