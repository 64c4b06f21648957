import {
  DEFAULT_NOTES_REF,
  err,
  isObjectId,
  ok,
  safeTry,
  type Annotation,
  type BlobId,
  type CommitId,
  type Correction,
  type ResultAsync,
} from '@chronicle/schema'
import type { NoteRef } from '../contracts/annotation-index.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import { nearestRevisions, unknownRevision } from '../contracts/require-commit.ts'
import type { GitError } from '../contracts/git-backend.ts'
import { createNotesReader } from '../notes/read-notes.ts'
import { correctAnnotation, type CorrectedAnnotation } from './correct-annotation.ts'
import type { CorrectionError } from './correction-error.ts'
import type { CorrectionServices } from './correction-services.ts'
import { createReadCorrections } from './read-corrections.ts'

/** An annotation that can be corrected. */
export interface OpenAnnotation {
  readonly commit: CommitId
  /** As recorded. */
  readonly annotation: Annotation
  /** After the existing corrections, with regions in the same order. */
  readonly corrected: CorrectedAnnotation
  /** The existing corrections as stored, including those that no longer apply. */
  readonly corrections: readonly Correction[]
}

/**
 * Reads the annotation of a commit with its corrections. The commit itself may no longer exist, for example after a
 * rebase.
 */
export function openAnnotation(
  revision: string,
  { git, notesRefs = [DEFAULT_NOTES_REF] }: CorrectionServices,
  call: CallOptions,
): ResultAsync<OpenAnnotation, CorrectionError> {
  return safeTry(async function* () {
    const resolved = yield* git.resolve(revision, call)
    const blobs: BlobId[] = []
    let commit = resolved
    for (const ref of notesRefs) {
      const listing = yield* git.listNotes(ref, call)
      commit ??= annotatedByPrefix(revision, listing.notes.keys())
      blobs.push(...((commit && listing.notes.get(commit)) ?? []))
    }
    if (commit === undefined) {
      const advice = 'Give the commit that the annotation is on, as read shows it.'
      return err(unknownRevision(revision, advice, await nearestRevisions(git, revision, call)))
    }
    const [open] = yield* openNotes([{ commit, blobs }], { git, notesRefs }, call)
    if (open !== undefined) return ok(open)
    const message = `There is no annotation that can be read on commit ${commit} in ${notesRefs.join(', ')}.`
    return err(codedError('region_not_found', message, { data: { commit, regions: [] } }))
  })
}

/** Reads the notes of several commits at once, with their corrections. Unreadable ones are omitted. */
export function openNotes(
  notes: readonly NoteRef[],
  { git, notesRefs = [DEFAULT_NOTES_REF] }: Pick<CorrectionServices, 'git' | 'notesRefs'>,
  call: CallOptions,
): ResultAsync<readonly OpenAnnotation[], GitError> {
  return safeTry(async function* () {
    const commits = notes.map(({ commit }) => commit)
    const read = yield* createNotesReader(git)(notes, call)
    const against = yield* createReadCorrections(git, notesRefs)(commits, call)
    const opened = commits.map((commit): OpenAnnotation | undefined => {
      const annotation = read.get(commit)?.annotation
      const corrections = against.get(commit)?.corrections ?? []
      return annotation && { commit, annotation, corrected: correctAnnotation(annotation, corrections), corrections }
    })
    return ok(opened.filter((open) => open !== undefined))
  })
}

/** Returns the only commit with a note that matches an id or its prefix. */
function annotatedByPrefix(id: string, commits: Iterable<CommitId>): CommitId | undefined {
  if (!isObjectId(id) && !/^[0-9a-f]{4,}$/.test(id)) return undefined
  const found = [...commits].filter((commit) => commit.startsWith(id))
  return found.length === 1 ? found[0] : undefined
}
