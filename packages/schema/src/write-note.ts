import type { Annotation } from './annotation.ts'
import { annotationDocument } from './annotation-document.ts'

/**
 * Serialises an annotation to the bytes of a note: one line of `chronicle/v1` JSON and a newline, UTF-8. Equal
 * annotations give equal bytes. It is one line because git's own note merge strategies work on lines.
 *
 * `readNote(writeNote(a))` returns `a` again, with `read_from` being `['chronicle/v1']`, for every annotation that a
 * reader can produce: normalised paths, no empty optional texts, unknown keys that are JSON. Use `validateAnnotation`
 * of `@chronicle/schema/validate` to check that an annotation is complete enough to be stored.
 */
export function writeNote(annotation: Annotation): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(annotationDocument(annotation))}\n`)
}
