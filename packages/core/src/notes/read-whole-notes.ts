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

/** What `readNote` says of a note that it could not take in as a whole: writing it back would lose the rest. */
const LOSES: ReadonlySet<string> = new Set(['malformed_note', 'unreadable_part', 'note_truncated', 'knowledge_note'])

/** Notes of one commit that can be written back. */
export interface WholeNotes {
  /** Of several, their annotations merged. `undefined`: there is no note. */
  readonly annotation: Annotation | undefined
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads the notes of one commit, without a limit. The error says why one of them cannot be written back. */
export function readWholeNotes(contents: readonly Uint8Array[], commit: CommitId): Result<WholeNotes, string> {
  const read: Annotation[] = []
  const diagnostics: Diagnostic[] = []
  for (const bytes of contents) {
    const note = readNote(bytes, { commit, maxRegions: Number.POSITIVE_INFINITY })
    const lost = note.diagnostics.find(({ code }) => LOSES.has(code))
    if (note.annotation === undefined || lost !== undefined) return err(lost?.message ?? 'it holds no annotation')
    read.push(note.annotation)
    diagnostics.push(...note.diagnostics)
  }
  return ok({ annotation: mergedAnnotation(read), diagnostics })
}

/** Several annotations of one commit as one, which is left as it is where it is the only one. */
export function mergedAnnotation([first, ...others]: readonly Annotation[]): Annotation | undefined {
  return first && (others.length === 0 ? first : mergeAll([first, ...others]))
}
