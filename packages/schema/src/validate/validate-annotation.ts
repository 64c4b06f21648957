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
 * Says whether `writeNote` would store a valid, complete `chronicle/v1` document; the annotation comes back as it is.
 * To be called before every write. Unknown keys are fine: they came from the note that is written again.
 */
export function validateAnnotation(annotation: Annotation): Result<Annotation, InvalidAnnotation> {
  // Before anything walks it: what is nested too deep cannot be written, and a reader would refuse it.
  const document = isNestedDeeper(annotation, MAX_NESTING) ? annotation : annotationDocument(annotation)
  const { problems } = findProblems(annotationSchema, document)
  return problems.length === 0 ? ok(annotation) : err(invalidAnnotation({ problems, unknownKeys: [] }))
}

/**
 * Reads a complete `chronicle/v1` document from someone who should know better than to misspell a key. Unknown keys
 * are problems, unless allowed; they are then kept.
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
  return ok(readAnnotation(fields, 'v1', { commit, readFrom, budget: { left: Infinity, exceeded: false } }))
}
