import type { Annotation, CommitId } from '@chronicle/schema'
import { losslessAnnotation } from '../notes/read-whole-notes.ts'

/** The note of a commit in one ref. */
export interface RecordedNote {
  /** The exact bytes of the note. `undefined` when several notes were merged: then only `annotation` exists. */
  readonly bytes: Uint8Array | undefined
  /**
   * The annotation. `undefined` when the note is not an annotation, or cannot be read completely, so that writing it
   * back would lose something.
   */
  readonly annotation: Annotation | undefined
}

/** Reads the notes of one commit, in any format. */
export function readRecordedNote(commit: CommitId, all: readonly Uint8Array[]): RecordedNote {
  const [bytes] = all.length === 1 ? all : []
  const annotation = losslessAnnotation(all, commit)
  return { bytes: annotation === undefined ? (bytes ?? joinBytes(all)) : bytes, annotation }
}

/** Joins several notes of one commit as git does, with a blank line between them. */
function joinBytes(all: readonly Uint8Array[]): Uint8Array {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return new TextEncoder().encode(all.map((each) => decoder.decode(each)).join('\n'))
}
