import type { Annotation } from './annotation.ts'
import { annotationDocument } from './annotation-document.ts'

/**
 * An annotation as the bytes of a note: one line of `chronicle/v1` JSON and a newline, UTF-8. Equal annotations give
 * equal bytes. One line, because the note merge strategies of git itself work on lines.
 *
 * `readNote(writeNote(a))` gives `a` again, with `read_from` being `['chronicle/v1']`, for every annotation that a
 * reader can produce: normalised paths, no empty optional texts, unknown keys that are JSON. Whether an annotation is
 * complete enough to be stored is for `validateAnnotation` of `@chronicle/schema/validate` to say.
 */
export function writeNote(annotation: Annotation): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(annotationDocument(annotation))}\n`)
}
