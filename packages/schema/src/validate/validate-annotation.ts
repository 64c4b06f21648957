import type { Annotation } from '../annotation.ts'
import { annotationDocument } from '../annotation-document.ts'
import { isNestedDeeper } from '../canonical-json.ts'
import type { CommitId } from '../ids.ts'
import { FieldReader } from '../read-note/field-reader.ts'
import { MAX_NESTING } from '../read-note/nesting.ts'
import { NoteProblems } from '../read-note/note-problems.ts'
import { readAnnotation } from '../read-note/read-annotation.ts'
import { err, ok, type Result } from '../result.ts'
import { annotationSchema } from './input-schemas.ts'
import { invalidAnnotation, type InvalidAnnotation } from './invalid-annotation.ts'
import { findProblems } from './problems.ts'
import type { AnnotationDocument } from './stored-documents.ts'

/**
 * Checks that `writeNote` would store a valid, complete `chronicle/v1` document, and returns the annotation unchanged.
 * Call it before every write. Unknown keys are accepted, because they come from the note that is rewritten.
 */
export function validateAnnotation(annotation: Annotation): Result<Annotation, InvalidAnnotation> {
  // This check comes before anything that walks the document: JSON nested too deep cannot be written, and a reader
  // would reject it.
  const document = isNestedDeeper(annotation, MAX_NESTING) ? annotation : annotationDocument(annotation)
  const { problems } = findProblems(annotationSchema, document)
  return problems.length === 0 ? ok(annotation) : err(invalidAnnotation({ problems, unknownKeys: [] }))
}

/**
 * Parses a complete `chronicle/v1` document strictly: unknown keys, which may be misspellings, are problems. With
 * `unknownKeys: 'keep'` they are allowed and kept.
 */
export function parseAnnotation(
  json: unknown,
  options: { readonly unknownKeys?: 'reject' | 'keep' } = {},
): Result<Annotation, InvalidAnnotation> {
  const { problems, unknownKeys } = findProblems(annotationSchema, json)
  const unwanted = options.unknownKeys === 'keep' ? [] : unknownKeys
  if (problems.length + unwanted.length > 0) return err(invalidAnnotation({ problems, unknownKeys: unwanted }))
  const document = json as AnnotationDocument
  const commit = document.commit as CommitId
  const fields = new FieldReader(document, '', new NoteProblems(commit))
  const readFrom = fields.text('$schema', 'schema') ?? document.$schema
  return ok(readAnnotation(fields, 'v1', { commit, readFrom, budget: { remaining: Infinity, exceeded: false } }))
}
