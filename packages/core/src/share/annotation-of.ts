import { readNote, writeNote, type CommitId } from '@chronicle/schema'

/** Returns the readable part of a note as a `chronicle/v1` document. */
export function annotationOf(bytes: Uint8Array, commit: CommitId): Readonly<Record<string, unknown>> | undefined {
  const { annotation } = readNote(bytes, { commit, maxRegions: Number.POSITIVE_INFINITY })
  if (annotation === undefined) return undefined
  return JSON.parse(new TextDecoder().decode(writeNote(annotation))) as Readonly<Record<string, unknown>>
}
