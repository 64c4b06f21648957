import {
  err,
  mergeAll,
  ok,
  readNote,
  type Annotation,
  type CommitId,
  type Diagnostic,
  type Result,
} from '@chronicle/schema'

/** Diagnostics of `readNote` that mean a note was read only in part: writing it back would lose the rest. */
const LOSSY_DIAGNOSTICS: ReadonlySet<string> = new Set([
  'malformed_note',
  'unreadable_part',
  'note_truncated',
  'knowledge_note',
])

/** Notes of one commit that can be written back without loss. */
export interface WholeNotes {
  /** The annotation, merged when there are several notes. `undefined` when there is no note. */
  readonly annotation: Annotation | undefined
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads the notes of one commit, without a size limit. The error says why one of them cannot be written back. */
export function readWholeNotes(contents: readonly Uint8Array[], commit: CommitId): Result<WholeNotes, string> {
  const read: Annotation[] = []
  const diagnostics: Diagnostic[] = []
  for (const bytes of contents) {
    const note = readNote(bytes, { commit, maxRegions: Number.POSITIVE_INFINITY })
    const lost = note.diagnostics.find(({ code }) => LOSSY_DIAGNOSTICS.has(code))
    if (note.annotation === undefined || lost !== undefined) return err(lost?.message ?? 'it holds no annotation')
    read.push(note.annotation)
    diagnostics.push(...note.diagnostics)
  }
  return ok({ annotation: mergedAnnotation(read), diagnostics })
}

/** Merges several annotations of one commit into one. A single annotation is returned unchanged. */
export function mergedAnnotation([first, ...others]: readonly Annotation[]): Annotation | undefined {
  return first && (others.length === 0 ? first : mergeAll([first, ...others]))
}
