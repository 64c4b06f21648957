import {
  correctionsRef,
  ok,
  readCorrections,
  safeTry,
  type CommitId,
  type NotesRef,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError, NotesTip } from '../contracts/git-backend.ts'

/** Finds the commits that have a region reattached to one of the given paths. */
export type FindReattached = (
  paths: readonly string[],
  options?: CallOptions,
) => ResultAsync<ReadonlySet<CommitId>, GitError>

/**
 * Creates a search for regions by the paths that `reattach` gave them, because an index of the notes contains only
 * recorded paths. All corrections are read once per tip of their ref; a ref that does not exist costs only one lookup.
 */
export function createFindReattached(git: GitBackend, notesRefs: readonly NotesRef[]): FindReattached {
  const refs = [...new Set(notesRefs.map(correctionsRef))]
  const known = new Map<NotesRef, { readonly tip: NotesTip; readonly byPath: CommitsByPath }>()

  function placesOf(ref: NotesRef, options: CallOptions): ResultAsync<CommitsByPath, GitError> {
    return safeTry(async function* () {
      const tip = yield* git.notesTip(ref, options)
      if (tip === undefined) return ok(new Map())
      const before = known.get(ref)
      if (before?.tip === tip) return ok(before.byPath)
      const read = await readPlaces(git, ref, options)
      if (read.isOk()) known.set(ref, { tip, byPath: read.value })
      return read
    })
  }

  return (paths, options = {}) =>
    safeTry(async function* () {
      const found = new Set<CommitId>()
      for (const ref of refs) {
        const places = yield* placesOf(ref, options)
        for (const path of paths) for (const commit of places.get(path) ?? []) found.add(commit)
      }
      return ok(found)
    })
}

type CommitsByPath = ReadonlyMap<string, ReadonlySet<CommitId>>

function readPlaces(git: GitBackend, ref: NotesRef, options: CallOptions): ResultAsync<CommitsByPath, GitError> {
  return safeTry(async function* () {
    const listing = yield* git.listNotes(ref, options)
    const blobs = yield* git.readBlobs([...new Set([...listing.notes.values()].flat())], options)
    const byPath = new Map<string, Set<CommitId>>()
    for (const [commit, ids] of listing.notes) {
      for (const id of ids) {
        const bytes = blobs.get(id)
        if (bytes === undefined) continue
        for (const { place } of readCorrections(bytes, { commit }).corrections) {
          if (place !== undefined) byPath.set(place.file, (byPath.get(place.file) ?? new Set()).add(commit))
        }
      }
    }
    return ok(byPath)
  })
}
