import {
  ok,
  readNote,
  safeTry,
  type Annotation,
  type BlobId,
  type CommitId,
  type Diagnostic,
  type ResultAsync,
} from '@chronicle/schema'
import type { NoteRef } from '../contracts/annotation-index.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'
import { createRecentMap } from '../contracts/recent-map.ts'
import { mergedAnnotation } from './read-whole-notes.ts'

/** The annotation of one commit as read from its notes, and the problems found in them. */
export interface FetchedNote {
  readonly annotation: Annotation | undefined
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads the notes of commits in one batch. Parsed notes are cached by blob. */
export type NotesReader = (
  notes: readonly NoteRef[],
  options?: CallOptions,
) => ResultAsync<ReadonlyMap<CommitId, FetchedNote>, GitError>

/** Maximum total size in bytes of the note blobs whose parsed form is cached. */
const MEMORY_BYTES = 4_000_000

export function createNotesReader(git: GitBackend): NotesReader {
  const memory = createRecentMap<string, { readonly note: FetchedNote; readonly bytes: number }>(
    MEMORY_BYTES,
    ({ bytes }) => bytes,
  )

  return (notes, options) =>
    safeTry(async function* () {
      const fetched = new Map<CommitId, FetchedNote>()
      const wanted = notes.filter(({ commit, blobs }) => {
        const known = memory.get(keyOf(commit, blobs))
        if (known !== undefined) fetched.set(commit, known.note)
        return known === undefined
      })
      if (wanted.length === 0) return ok(fetched)
      const contents = yield* git.readBlobs([...new Set(wanted.flatMap(({ blobs }) => blobs))], options)
      for (const { commit, blobs } of wanted) {
        const note = parseNotes(commit, blobs, contents)
        fetched.set(commit, note)
        const bytes = blobs.reduce((sum, blob) => sum + (contents.get(blob)?.length ?? 0), 0)
        memory.set(keyOf(commit, blobs), { note, bytes })
      }
      return ok(fetched)
    })
}

function keyOf(commit: CommitId, blobs: readonly BlobId[]): string {
  return `${commit} ${blobs.join(' ')}`
}

/**
 * Several notes on one commit (from several refs, or from a tree that other tools wrote) are merged into one
 * annotation.
 */
function parseNotes(
  commit: CommitId,
  blobs: readonly BlobId[],
  contents: ReadonlyMap<BlobId, Uint8Array>,
): FetchedNote {
  const diagnostics: Diagnostic[] = []
  const annotations: Annotation[] = []
  for (const blob of blobs) {
    const bytes = contents.get(blob)
    if (bytes === undefined) {
      const message = `The note on commit ${commit} is not in the repository (blob ${blob}).`
      diagnostics.push({ code: 'missing_note', severity: 'warning', message, commit })
      continue
    }
    const note = readNote(bytes, { commit })
    diagnostics.push(...note.diagnostics)
    if (note.annotation !== undefined) annotations.push(note.annotation)
  }
  return { annotation: mergedAnnotation(annotations), diagnostics }
}
