import { correctionsRef, err, ok, readCorrections, type CommitId, type NotesRef, type Result } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError, NotesTip } from '../contracts/git-backend.ts'

/** Tells which commits have an annotation with a region that was given a place in one of some paths. */
export type FindReattached = (
  paths: readonly string[],
  options?: CallOptions,
) => Promise<Result<ReadonlySet<CommitId>, GitError>>

/**
 * Finds regions by the paths that `reattach` gave them: an index of the notes knows the recorded ones alone. All
 * corrections are read once for each tip of their ref; a ref that does not exist costs one look at it.
 */
export function createFindReattached(git: GitBackend, notesRefs: readonly NotesRef[]): FindReattached {
  const refs = [...new Set(notesRefs.map(correctionsRef))]
  const known = new Map<NotesRef, { readonly tip: NotesTip; readonly byPath: CommitsByPath }>()

  async function placesOf(ref: NotesRef, options: CallOptions): Promise<Result<CommitsByPath, GitError>> {
    const tip = await git.notesTip(ref, options)
    if (tip.isErr()) return err(tip.error)
    if (tip.value === undefined) return ok(new Map())
    const before = known.get(ref)
    if (before?.tip === tip.value) return ok(before.byPath)
    const read = await readPlaces(git, ref, options)
    if (read.isOk()) known.set(ref, { tip: tip.value, byPath: read.value })
    return read
  }

  return async (paths, options = {}) => {
    const found = new Set<CommitId>()
    for (const ref of refs) {
      const places = await placesOf(ref, options)
      if (places.isErr()) return err(places.error)
      for (const path of paths) for (const commit of places.value.get(path) ?? []) found.add(commit)
    }
    return ok(found)
  }
}

type CommitsByPath = ReadonlyMap<string, ReadonlySet<CommitId>>

async function readPlaces(
  git: GitBackend,
  ref: NotesRef,
  options: CallOptions,
): Promise<Result<CommitsByPath, GitError>> {
  const listing = await git.listNotes(ref, options)
  if (listing.isErr()) return err(listing.error)
  const blobs = await git.readBlobs([...new Set([...listing.value.notes.values()].flat())], options)
  if (blobs.isErr()) return err(blobs.error)
  const byPath = new Map<string, Set<CommitId>>()
  for (const [commit, ids] of listing.value.notes) {
    for (const id of ids) {
      const bytes = blobs.value.get(id)
      if (bytes === undefined) continue
      for (const { place } of readCorrections(bytes, { commit }).corrections) {
        if (place !== undefined) byPath.set(place.file, (byPath.get(place.file) ?? new Set()).add(commit))
      }
    }
  }
  return ok(byPath)
}
