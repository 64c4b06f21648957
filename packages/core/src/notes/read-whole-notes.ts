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

/** Diagnostics of `readNote` for content that could not be read at all. Such a note is never written back. */
const UNREAD_CONTENT: ReadonlySet<string> = new Set([
  'malformed_note',
  'unreadable_part',
  'note_truncated',
  'knowledge_note',
])
/** Diagnostics of `readNote` for single values of an annotation that could not be read. */
const UNREAD_VALUES: ReadonlySet<string> = new Set(['ignored_field', 'invalid_utf8'])

/** Notes of one commit. Writing the annotation back loses nothing but the `dropped` values. */
export interface WholeNotes {
  /** The annotation, merged when there are several notes. `undefined` when there is no note. */
  readonly annotation: Annotation | undefined
  /** Values that could not be read. Whoever writes the annotation back must report them. */
  readonly dropped: readonly Diagnostic[]
}

/** Reads the notes of one commit, without a size limit. The error says why one of them cannot be written back. */
export function readWholeNotes(contents: readonly Uint8Array[], commit: CommitId): Result<WholeNotes, string> {
  const read: Annotation[] = []
  const dropped: Diagnostic[] = []
  for (const bytes of contents) {
    const { annotation, diagnostics } = readNote(bytes, { commit, maxRegions: Number.POSITIVE_INFINITY })
    const unread = diagnostics.find(({ code }) => UNREAD_CONTENT.has(code))
    if (annotation === undefined || unread !== undefined) return err(unread?.message ?? 'it holds no annotation')
    read.push(annotation)
    dropped.push(...diagnostics.filter(({ code }) => UNREAD_VALUES.has(code)))
  }
  return ok({ annotation: mergedAnnotation(read), dropped })
}

/** Returns the annotation of notes that contain nothing else, not even a value that cannot be read. */
export function losslessAnnotation(contents: readonly Uint8Array[], commit: CommitId): Annotation | undefined {
  const { annotation, dropped = [] } = readWholeNotes(contents, commit).unwrapOr(undefined) ?? {}
  return dropped.length === 0 ? annotation : undefined
}

/** Merges several annotations of one commit into one. A single annotation is returned unchanged. */
export function mergedAnnotation([first, ...others]: readonly Annotation[]): Annotation | undefined {
  return first && (others.length === 0 ? first : mergeAll([first, ...others]))
}
