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
import type { GitBackend, NotesListing } from '../contracts/git-backend.ts'
import { updateNotes, type NotesUpdate } from '../notes/update-notes.ts'
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
  const { git, notesRef, sleep, check } = seams
  const message = 'Annotate a commit with Chronicle'
  return updateNotes(
    notesRef,
    { git, sleep },
    async (listing): Promise<Result<NotesUpdate<StoredAnnotation>, AnnotateError>> => {
      const existing = await readExisting(annotation.commit, listing, notesRef, git, options)
      if (existing.isErr()) return err(existing.error)
      const { before, warnings } = existing.value
      const outcome = { ...mergeWith(before, annotation), warnings }
      if (outcome.status === 'unchanged') return ok({ outcome })
      const valid = check(outcome.after)
      if (valid.isErr()) return err(valid.error)
      return ok({ outcome, notes: new Map([[annotation.commit, writeNote(outcome.after)]]) })
    },
    { ...options, message },
  )
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

type ExistingNote = Pick<StoredAnnotation, 'before' | 'warnings'>

async function readExisting(
  commit: CommitId,
  { notes }: NotesListing,
  ref: NotesRef,
  git: GitBackend,
  call: CallOptions,
): Promise<Result<ExistingNote, AnnotateError>> {
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
  return ok({ before: first === undefined ? undefined : mergeAll([first, ...others]), warnings })
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
