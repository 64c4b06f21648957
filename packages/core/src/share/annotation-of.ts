import { readNote, writeNote, type Annotation, type CommitId } from '@chronicle/schema'

/** Diagnostics of a note that could not be read completely. */
const LOSSY_DIAGNOSTICS: ReadonlySet<string> = new Set([
  ...['malformed_note', 'unreadable_part', 'note_truncated', 'knowledge_note', 'ignored_field', 'invalid_utf8'],
])

/** Returns the annotation in a note that contains nothing else. */
export function wholeAnnotation(bytes: Uint8Array, commit: CommitId): Annotation | undefined {
  const { annotation, diagnostics } = readNote(bytes, { commit, maxRegions: Number.POSITIVE_INFINITY })
  return diagnostics.some(({ code }) => LOSSY_DIAGNOSTICS.has(code)) ? undefined : annotation
}

/** Returns the readable part of a note as a `chronicle/v1` document. */
export function annotationOf(bytes: Uint8Array, commit: CommitId): Readonly<Record<string, unknown>> | undefined {
  const { annotation } = readNote(bytes, { commit, maxRegions: Number.POSITIVE_INFINITY })
  if (annotation === undefined) return undefined
  return JSON.parse(new TextDecoder().decode(writeNote(annotation))) as Readonly<Record<string, unknown>>
}
