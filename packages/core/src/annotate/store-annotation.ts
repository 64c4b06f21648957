import {
  canonicalAnnotation,
  err,
  mergeAll,
  ok,
  readNote,
  writeNote,
  type Annotation,
  type BlobId,
  type CommitId,
  type Diagnostic,
  type NotesRef,
  type Result,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { GitBackend, NotesTip } from '../contracts/git-backend.ts'
import type { AnnotateError } from './annotate-error.ts'

/** What storing came to. */
export interface StoredAnnotation {
  readonly status: 'created' | 'merged' | 'unchanged'
  /** What the note said before, if there was one. */
  readonly before: Annotation | undefined
  /** What it says now. */
  readonly after: Annotation
  /** Values of the existing note that could not be understood and so could not be kept. */
  readonly warnings: readonly Diagnostic[]
}

/** What `readNote` says of a note that it could not take in as a whole: writing it back would lose the rest. */
const LOSES: ReadonlySet<string> = new Set(['malformed_note', 'unreadable_part', 'note_truncated', 'knowledge_note'])

/** Attempts to win the race for the notes ref; the waits before them add up to about two seconds. */
const ATTEMPTS = 8
const FIRST_WAIT_MS = 15

/**
 * Merges an annotation into the note of its commit, by compare-and-swap on the notes ref: when somebody else wrote in
 * between, reads and merges again. What is there already is never replaced and never written twice.
 */
export async function storeAnnotation(
  annotation: Annotation,
  seams: {
    readonly git: GitBackend
    readonly notesRef: NotesRef
    readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
    readonly check: (annotation: Annotation) => Result<unknown, AnnotateError>
  },
  options: CallOptions & { readonly dryRun: boolean },
): Promise<Result<StoredAnnotation, AnnotateError>> {
  const { git, notesRef } = seams
  if (git.writeNotes === undefined) {
    return err(codedError('unsupported', `The git backend ${git.name} cannot write notes. Use the cli backend.`))
  }
  for (let attempt = 1; ; attempt++) {
    const existing = await readExisting(annotation.commit, notesRef, git, options)
    if (existing.isErr()) return err(existing.error)
    const { tip, before, warnings } = existing.value
    const stored = { ...mergeWith(before, annotation), warnings }
    if (stored.status === 'unchanged') return ok(stored)
    const valid = seams.check(stored.after)
    if (valid.isErr()) return err(valid.error)
    if (options.dryRun) return ok(stored)
    const notes = new Map([[annotation.commit, writeNote(stored.after)]])
    const written = await git.writeNotes(notesRef, tip, notes, {
      ...options,
      message: 'Annotate a commit with Chronicle',
    })
    if (written.isOk()) return ok(stored)
    const { code } = written.error
    const lostRace = code === 'notes_ref_moved' || code === 'notes_ref_locked'
    if (!lostRace || attempt === ATTEMPTS) return err(written.error)
    await seams.sleep(FIRST_WAIT_MS * 2 ** (attempt - 1), options.signal)
  }
}

/** A later timestamp alone is nothing new, or annotating twice would write twice. */
function mergeWith(before: Annotation | undefined, annotation: Annotation): Omit<StoredAnnotation, 'warnings'> {
  if (before === undefined) return { status: 'created', before, after: canonicalAnnotation(annotation) }
  const sameTime = mergeAll([before, { ...annotation, timestamp: before.timestamp }])
  if (sameBytes(writeNote(sameTime), writeNote(canonicalAnnotation(before)))) {
    return { status: 'unchanged', before, after: before }
  }
  return { status: 'merged', before, after: mergeAll([before, annotation]) }
}

interface ExistingNote extends Pick<StoredAnnotation, 'before' | 'warnings'> {
  readonly tip: NotesTip | undefined
}

async function readExisting(
  commit: CommitId,
  ref: NotesRef,
  git: GitBackend,
  call: CallOptions,
): Promise<Result<ExistingNote, AnnotateError>> {
  const listing = await git.listNotes(ref, call)
  if (listing.isErr()) return err(listing.error)
  const { tip, notes } = listing.value
  const ids: readonly BlobId[] = notes.get(commit) ?? []
  const blobs = await git.readBlobs(ids, call)
  if (blobs.isErr()) return err(blobs.error)
  const read: Annotation[] = []
  const warnings: Diagnostic[] = []
  for (const id of ids) {
    const bytes = blobs.value.get(id)
    if (bytes === undefined) return err(unreadable(commit, ref, `blob ${id} is missing`))
    const note = readNote(bytes, { commit, maxRegions: Number.POSITIVE_INFINITY })
    const lost = note.diagnostics.find(({ code }) => LOSES.has(code))
    if (note.annotation === undefined || lost !== undefined) {
      return err(unreadable(commit, ref, lost?.message ?? 'it holds no annotation'))
    }
    read.push(note.annotation)
    warnings.push(...note.diagnostics.filter(({ code }) => code === 'ignored_field' || code === 'invalid_utf8'))
  }
  const [first, ...others] = read
  return ok({ tip, before: first === undefined ? undefined : mergeAll([first, ...others]), warnings })
}

function unreadable(commit: CommitId, ref: NotesRef, reason: string): AnnotateError {
  const message =
    `The note that ${commit.slice(0, 12)} already has in ${ref} cannot be read (${reason}), and it is not overwritten. ` +
    `Look at it with: git notes --ref=${ref} show ${commit}; repair it with git notes edit, or take it away with git notes remove, and annotate again.`
  return codedError('existing_note_unreadable', message, { data: { commit, notes_ref: ref } })
}

function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index])
}
