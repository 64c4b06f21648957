import {
  correctionDocument,
  correctionsRef,
  ok,
  readCorrections,
  safeTry,
  type BlobId,
  type CommitId,
  type Correction,
  type Diagnostic,
  type NotesRef,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError, NotesListing } from '../contracts/git-backend.ts'

/** Corrections of one commit's annotation, with diagnostics about invalid ones. */
export interface FetchedCorrections {
  /** Without duplicates. */
  readonly corrections: readonly Correction[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads the corrections of several commits at once. Commits without corrections are missing from the map. */
export type ReadCorrections = (
  commits: Iterable<CommitId>,
  options?: CallOptions,
) => ResultAsync<ReadonlyMap<CommitId, FetchedCorrections>, GitError>

/**
 * Creates a reader of corrections from the refs beside the given notes refs. A ref that does not exist costs only one
 * lookup; the listing of an existing ref is read once per tip.
 */
export function createReadCorrections(git: GitBackend, notesRefs: readonly NotesRef[]): ReadCorrections {
  const refs = [...new Set(notesRefs.map(correctionsRef))]
  const listings = new Map<NotesRef, NotesListing>()

  function notesOf(ref: NotesRef, options: CallOptions): ResultAsync<NotesListing['notes'], GitError> {
    return safeTry(async function* () {
      const tip = yield* git.notesTip(ref, options)
      if (tip === undefined) return ok(new Map())
      const known = listings.get(ref)
      if (known !== undefined && known.tip === tip) return ok(known.notes)
      const listing = yield* git.listNotes(ref, options)
      listings.set(ref, listing)
      return ok(listing.notes)
    })
  }

  return (commits, options = {}) =>
    safeTry(async function* () {
      const wanted = [...new Set(commits)]
      const fetched = new Map<CommitId, FetchedCorrections>()
      if (wanted.length === 0) return ok(fetched)
      const listed = await Promise.all(refs.map((ref) => notesOf(ref, options)))
      const blobsOf = new Map<CommitId, Set<BlobId>>()
      for (const result of listed) {
        const notes = yield* result
        for (const commit of notes.size === 0 ? [] : wanted) {
          const blobs = notes.get(commit)
          if (blobs !== undefined) blobsOf.set(commit, new Set([...(blobsOf.get(commit) ?? []), ...blobs]))
        }
      }
      if (blobsOf.size === 0) return ok(fetched)
      const ids = [...new Set([...blobsOf.values()].flatMap((blobs) => [...blobs]))]
      const contents = yield* git.readBlobs(ids, options)
      for (const [commit, blobs] of blobsOf) {
        const notes = [...blobs].map((blob) => contents.get(blob))
        fetched.set(commit, readAll(commit, notes))
      }
      return ok(fetched)
    })
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
