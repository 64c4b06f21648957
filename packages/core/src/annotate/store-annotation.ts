import {
  canonicalAnnotation,
  err,
  isSameBytes,
  mergeAll,
  ok,
  safeTry,
  writeNote,
  type Annotation,
  type BlobId,
  type CommitId,
  type Diagnostic,
  type NotesRef,
  type Result,
  type ResultAsync,
  type StoredRecording,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'
import { readWholeNotes } from '../notes/read-whole-notes.ts'
import { updateNotes, type NotesUpdate } from '../notes/update-notes.ts'
import type { AnnotateError } from './annotate-error.ts'

/** The outcome of storing an annotation. */
export interface StoredAnnotation {
  readonly status: 'created' | 'merged' | 'unchanged'
  /** The previous content of the note, if there was one. */
  readonly before: Annotation | undefined
  /** The new content of the note. */
  readonly after: Annotation
  /** Warnings about values of the existing note that could not be parsed and so were not kept. */
  readonly warnings: readonly Diagnostic[]
}

/** Decides whether to replace a region, by who recorded it. `undefined` means unknown. */
export type ReplacedWords = (recorded: StoredRecording | undefined) => boolean

/** Dependencies of storing annotations. */
export interface StoreServices {
  readonly git: GitBackend
  readonly notesRef: NotesRef
  /** Waits between attempts while the notes ref is busy. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Validates the merged annotation: `validateAnnotation` of `@chronicle/schema/validate`. */
  readonly check: (annotation: Annotation) => Result<unknown, AnnotateError>
}

/**
 * Merges an annotation into the note of its commit, by compare-and-swap on the notes ref: after a concurrent write,
 * reads and merges again. Existing content is never replaced and never duplicated.
 */
export function storeAnnotation(
  annotation: Annotation,
  seams: StoreServices,
  options: CallOptions & { readonly dryRun: boolean; readonly summary?: string },
): ResultAsync<StoredAnnotation, AnnotateError> {
  return safeTry(async function* () {
    const all = yield* storeAnnotations([annotation], seams, {
      ...options,
      message: 'Annotate a commit with Chronicle',
    })
    return all[0] ?? err(unreadable(annotation.commit, seams.notesRef, 'nothing was stored'))
  })
}

/**
 * Merges annotations of several commits in one commit of the notes ref. Each has its own outcome, in the given order:
 * a failed merge does not prevent the others from being stored. A second annotation of the same commit is merged
 * with the result of the first.
 */
export function storeAnnotations(
  annotations: readonly Annotation[],
  { git, notesRef, sleep, check }: StoreServices,
  options: CallOptions & {
    readonly dryRun: boolean
    readonly message: string
    /** Fallback summary for a note without one. */
    readonly summary?: string | ((commit: CommitId) => string)
    /**
     * Chooses the earlier regions on a commit that the annotation replaces. Corrected regions and regions recorded by
     * others stay. Absent or `undefined`: all regions stay.
     */
    readonly replaces?: (commit: CommitId) => ReplacedWords | undefined
  },
): ResultAsync<readonly Result<StoredAnnotation, AnnotateError>[], GitError> {
  return safeTry(async function* () {
    type Outcomes = readonly Result<StoredAnnotation, AnnotateError>[]
    return updateNotes(
      notesRef,
      { git, sleep },
      ({ notes }): ResultAsync<NotesUpdate<Outcomes>, GitError> =>
        safeTry(async function* () {
          const ids = annotations.flatMap(({ commit }) => notes.get(commit) ?? [])
          const blobs = yield* git.readBlobs([...new Set(ids)], options)
          const written = new Map<CommitId, Annotation>()
          const outcome = annotations.map((annotation): Outcomes[number] =>
            safeTry(function* () {
              const { commit } = annotation
              const existing = notes.get(commit) ?? []
              const { before, warnings } = yield* readExisting(commit, existing, blobs, notesRef)
              const known = written.get(commit) ?? before
              const isReplaced = options.replaces?.(commit)
              const merged =
                isReplaced === undefined || known === undefined
                  ? mergeWith(known, annotation, summaryOf(commit, options.summary))
                  : replaceIn(known, annotation, isReplaced)
              if (merged.status === 'unchanged') return ok({ ...merged, warnings })
              const stored = {
                ...merged,
                warnings: [...warnings, ...(warnings.length > 0 ? existing.map(asItWas) : [])],
              }
              yield* check(stored.after)
              written.set(commit, stored.after)
              return ok(stored)
            }),
          )
          if (written.size === 0) return ok({ outcome })
          return ok({ outcome, notes: new Map([...written].map(([commit, after]) => [commit, writeNote(after)])) })
        }),
      options,
    )
  })
}

function summaryOf(commit: CommitId, summary: string | ((commit: CommitId) => string) = ''): string {
  return typeof summary === 'string' ? summary : summary(commit)
}

/**
 * Merges an annotation. A later timestamp or another recorder alone is not a change, so that annotating twice writes
 * once.
 */
function mergeWith(
  before: Annotation | undefined,
  annotation: Annotation,
  summary: string,
): Omit<StoredAnnotation, 'warnings'> {
  const filled = (merged: Annotation): Annotation => (merged.summary === '' ? { ...merged, summary } : merged)
  if (before === undefined) return { status: 'created', before, after: filled(canonicalAnnotation(annotation)) }
  const sameTime = mergeAll([before, { ...annotation, timestamp: before.timestamp }])
  if (isSameBytes(writeNote(withoutRecorders(sameTime)), writeNote(withoutRecorders(canonicalAnnotation(before))))) {
    return { status: 'unchanged', before, after: before }
  }
  return { status: 'merged', before, after: filled(mergeAll([before, annotation])) }
}

/** Replaces the earlier regions of the same writer with an annotation. */
function replaceIn(
  before: Annotation,
  annotation: Annotation,
  isReplaced: ReplacedWords,
): Omit<StoredAnnotation, 'warnings'> {
  const regions = before.regions.filter(
    (region) => region.corrections.length > 0 || !isReplaced(region.recorded ?? before.provenance.recorded),
  )
  if (regions.length === before.regions.length) return mergeWith(before, annotation, '')
  const isAllReplaced = regions.length === 0 && isReplaced(before.provenance.recorded)
  // A summary of several writers cannot be split, and would grow with each replacement.
  const after = isAllReplaced
    ? canonicalAnnotation(annotation)
    : mergeAll([
        { ...before, regions },
        { ...annotation, summary: before.summary },
      ])
  const same = isSameBytes(
    writeNote(withoutRecorders({ ...after, timestamp: before.timestamp })),
    writeNote(withoutRecorders(canonicalAnnotation(before))),
  )
  return same ? { status: 'unchanged', before, after: before } : { status: 'merged', before, after }
}

/** Returns an annotation without its recorders. */
function withoutRecorders(annotation: Annotation): Annotation {
  const { recorded: _, ...provenance } = annotation.provenance
  const regions = annotation.regions.map(({ recorded: __, ...region }) => region)
  return { ...annotation, provenance, regions }
}

type ExistingNote = Pick<StoredAnnotation, 'before' | 'warnings'>

function readExisting(
  commit: CommitId,
  ids: readonly BlobId[],
  blobs: ReadonlyMap<BlobId, Uint8Array>,
  ref: NotesRef,
): Result<ExistingNote, AnnotateError> {
  const missing = ids.find((id) => !blobs.has(id))
  if (missing !== undefined) return err(unreadable(commit, ref, `blob ${missing} is missing`))
  const contents = ids.flatMap((id) => blobs.get(id) ?? [])
  return readWholeNotes(contents, commit)
    .map(({ annotation, dropped }) => ({ before: annotation && canonicalAnnotation(annotation), warnings: dropped }))
    .mapErr((reason) => unreadable(commit, ref, reason))
}

function asItWas(blob: BlobId): Diagnostic {
  const message = `The note is written without what is ignored. As it was: git cat-file blob ${blob}`
  return { code: 'ignored_field', severity: 'warning', message }
}

function unreadable(commit: CommitId, ref: NotesRef, reason: string): AnnotateError {
  const message =
    `The note that ${commit.slice(0, 12)} already has in ${ref} cannot be read (${reason}), and it is not overwritten. ` +
    `Look at it with: git notes --ref=${ref} show ${commit}; repair it with git notes edit, or take it away with git notes remove, and annotate again.`
  return codedError('existing_note_unreadable', message, { data: { commit, notes_ref: ref } })
}
