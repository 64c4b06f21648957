import {
  correctionDocument,
  correctionsRef,
  err,
  ok,
  readCorrections,
  type BlobId,
  type CommitId,
  type Correction,
  type Diagnostic,
  type NotesRef,
  type Result,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError, NotesListing } from '../contracts/git-backend.ts'

/** What was recorded against the annotation of one commit, and what was wrong with it. */
export interface FetchedCorrections {
  /** Distinct. */
  readonly corrections: readonly Correction[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads the corrections of commits, all in one go. Commits without any are missing from the map. */
export type ReadCorrections = (
  commits: Iterable<CommitId>,
  options?: CallOptions,
) => Promise<Result<ReadonlyMap<CommitId, FetchedCorrections>, GitError>>

/**
 * Reads corrections from the refs beside the given notes refs. A ref that does not exist costs one look at it; the
 * list of one that does is read once for each of its tips.
 */
export function createReadCorrections(git: GitBackend, notesRefs: readonly NotesRef[]): ReadCorrections {
  const refs = [...new Set(notesRefs.map(correctionsRef))]
  const listings = new Map<NotesRef, NotesListing>()

  async function notesOf(ref: NotesRef, options: CallOptions): Promise<Result<NotesListing['notes'], GitError>> {
    const tip = await git.notesTip(ref, options)
    if (tip.isErr()) return err(tip.error)
    if (tip.value === undefined) return ok(new Map())
    const known = listings.get(ref)
    if (known !== undefined && known.tip === tip.value) return ok(known.notes)
    const listing = await git.listNotes(ref, options)
    if (listing.isErr()) return err(listing.error)
    listings.set(ref, listing.value)
    return ok(listing.value.notes)
  }

  return async (commits, options = {}) => {
    const wanted = [...new Set(commits)]
    const fetched = new Map<CommitId, FetchedCorrections>()
    if (wanted.length === 0) return ok(fetched)
    const listed = await Promise.all(refs.map((ref) => notesOf(ref, options)))
    const blobsOf = new Map<CommitId, Set<BlobId>>()
    for (const notes of listed) {
      if (notes.isErr()) return err(notes.error)
      for (const commit of notes.value.size === 0 ? [] : wanted) {
        const blobs = notes.value.get(commit)
        if (blobs !== undefined) blobsOf.set(commit, new Set([...(blobsOf.get(commit) ?? []), ...blobs]))
      }
    }
    if (blobsOf.size === 0) return ok(fetched)
    const ids = [...new Set([...blobsOf.values()].flatMap((blobs) => [...blobs]))]
    const contents = await git.readBlobs(ids, options)
    if (contents.isErr()) return err(contents.error)
    for (const [commit, blobs] of blobsOf) {
      const notes = [...blobs].map((blob) => contents.value.get(blob))
      fetched.set(commit, readAll(commit, notes))
    }
    return ok(fetched)
  }
}

function readAll(commit: CommitId, notes: readonly (Uint8Array | undefined)[]): FetchedCorrections {
  const distinct = new Map<string, Correction>()
  const diagnostics: Diagnostic[] = []
  for (const bytes of notes) {
    if (bytes === undefined) {
      const message = `The corrections of the annotation on commit ${commit} are not in the repository.`
      diagnostics.push({ code: 'missing_note', severity: 'warning', message, commit })
      continue
    }
    const reading = readCorrections(bytes, { commit })
    diagnostics.push(...reading.diagnostics)
    for (const correction of reading.corrections)
      distinct.set(JSON.stringify(correctionDocument(correction)), correction)
  }
  return { corrections: [...distinct.values()], diagnostics }
}
