import {
  DEFAULT_NOTES_REF,
  err,
  isObjectId,
  mergeAll,
  ok,
  readNote,
  type Annotation,
  type CommitId,
  type Result,
} from '@chronicle/schema'
import type { NoteRef } from '../contracts/annotation-index.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import { correctAnnotation, type CorrectedAnnotation } from './correct-annotation.ts'
import type { CorrectionError } from './correction-error.ts'
import type { CorrectionSeams } from './correction-seams.ts'
import { createReadCorrections } from './read-corrections.ts'

/** An annotation that is to be corrected. */
export interface OpenAnnotation {
  readonly commit: CommitId
  /** As recorded. */
  readonly annotation: Annotation
  /** As the corrections so far leave it; regions in the same order. */
  readonly corrected: CorrectedAnnotation
}

/** Reads the annotation of a commit with its corrections. The commit itself may be gone, as after a rebase. */
export async function openAnnotation(
  revision: string,
  { git, notesRefs = [DEFAULT_NOTES_REF] }: CorrectionSeams,
  call: CallOptions,
): Promise<Result<OpenAnnotation, CorrectionError>> {
  const resolved = await git.resolve(revision, call)
  if (resolved.isErr()) return err(resolved.error)
  const annotations: Annotation[] = []
  let commit = resolved.value
  for (const ref of notesRefs) {
    const listing = await git.listNotes(ref, call)
    if (listing.isErr()) return err(listing.error)
    commit ??= annotatedByPrefix(revision, listing.value.notes.keys())
    const ids = (commit && listing.value.notes.get(commit)) ?? []
    const blobs = await git.readBlobs(ids, call)
    if (blobs.isErr()) return err(blobs.error)
    for (const bytes of blobs.value.values()) {
      const { annotation } = readNote(bytes, { commit: commit as CommitId })
      if (annotation !== undefined) annotations.push(annotation)
    }
  }
  if (commit === undefined) {
    const message = `Unknown revision: ${JSON.stringify(revision)}. Give the commit that the annotation is on, as read shows it.`
    return err(codedError('revision_not_found', message, { data: { revision } }))
  }
  const [first, ...others] = annotations
  if (first === undefined) {
    const message = `There is no annotation that can be read on commit ${commit} in ${notesRefs.join(', ')}.`
    return err(codedError('region_not_found', message, { data: { commit, regions: [] } }))
  }
  const annotation = others.length === 0 ? first : mergeAll([first, ...others])
  const recorded = await createReadCorrections(git, notesRefs)([commit], call)
  if (recorded.isErr()) return err(recorded.error)
  const corrections = recorded.value.get(commit)?.corrections ?? []
  return ok({ commit, annotation, corrected: correctAnnotation(annotation, corrections) })
}

/** The same for the notes of several commits at once; those that cannot be read are left out. */
export async function openNotes(
  notes: readonly NoteRef[],
  { git, notesRefs = [DEFAULT_NOTES_REF] }: CorrectionSeams,
  call: CallOptions,
): Promise<Result<readonly OpenAnnotation[], CorrectionError>> {
  const blobs = await git.readBlobs([...new Set(notes.flatMap((note) => note.blobs))], call)
  if (blobs.isErr()) return err(blobs.error)
  const recorded = await createReadCorrections(git, notesRefs)(
    notes.map(({ commit }) => commit),
    call,
  )
  if (recorded.isErr()) return err(recorded.error)
  const opened: OpenAnnotation[] = []
  for (const { commit, blobs: ids } of notes) {
    const read = ids.flatMap((id) => {
      const bytes = blobs.value.get(id)
      return (bytes && readNote(bytes, { commit }).annotation) ?? []
    })
    const [first, ...others] = read
    if (first === undefined) continue
    const annotation = others.length === 0 ? first : mergeAll([first, ...others])
    const corrections = recorded.value.get(commit)?.corrections ?? []
    opened.push({ commit, annotation, corrected: correctAnnotation(annotation, corrections) })
  }
  return ok(opened)
}

/** The one commit with a note that an id, perhaps abbreviated, stands for. */
function annotatedByPrefix(id: string, commits: Iterable<CommitId>): CommitId | undefined {
  if (!isObjectId(id) && !/^[0-9a-f]{4,}$/.test(id)) return undefined
  const found = [...commits].filter((commit) => commit.startsWith(id))
  return found.length === 1 ? found[0] : undefined
}
