import { ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError, NotesListing } from '../contracts/git-backend.ts'

/** Reads the note bytes of several commits in one batch. Commits without a note are missing from the result. */
export function readNoteBytes(
  commits: readonly CommitId[],
  { notes }: Pick<NotesListing, 'notes'>,
  git: GitBackend,
  call: CallOptions,
): ResultAsync<ReadonlyMap<CommitId, readonly Uint8Array[]>, GitError> {
  return safeTry(async function* () {
    const noted = commits.filter((commit) => notes.has(commit))
    const contents = yield* git.readBlobs([...new Set(noted.flatMap((commit) => notes.get(commit) ?? []))], call)
    const found = new Map<CommitId, readonly Uint8Array[]>()
    for (const commit of noted) {
      const all = (notes.get(commit) ?? []).flatMap((blob) => contents.get(blob) ?? [])
      if (all.length > 0) found.set(commit, all)
    }
    return ok(found)
  })
}
