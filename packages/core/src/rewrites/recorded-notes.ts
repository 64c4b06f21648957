import type { Annotation, CommitId } from '@chronicle/schema'
import { readWholeNotes } from '../notes/read-whole-notes.ts'

/** What a ref holds about a commit. */
export interface RecordedNote {
  /** The note to the byte; of several, the annotations merged are all there is. */
  readonly bytes: Uint8Array | undefined
  /** `undefined`: it is no annotation, or cannot be read as a whole, so that writing it again would lose something. */
  readonly annotation: Annotation | undefined
}

/** Reads the notes of one commit, of whatever format. */
export function readRecordedNote(commit: CommitId, all: readonly Uint8Array[]): RecordedNote {
  const [bytes] = all.length === 1 ? all : []
  const read = readWholeNotes(all, commit)
  return read.isOk()
    ? { bytes, annotation: read.value.annotation }
    : { bytes: bytes ?? joinBytes(all), annotation: undefined }
}

/** Several notes of one commit as one, as git itself joins them: a blank line between. */
function joinBytes(all: readonly Uint8Array[]): Uint8Array {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return new TextEncoder().encode(all.map((each) => decoder.decode(each)).join('\n'))
}
