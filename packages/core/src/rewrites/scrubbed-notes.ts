import { ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { Commit, GitBackend, GitError, NotesListing } from '../contracts/git-backend.ts'
import { readNoteBytes } from '../notes/read-note-bytes.ts'
import { scrubsOf } from '../scrub/included-tips.ts'
import { hasScrubMark } from '../scrub/scrub-mark.ts'
import { sharingGit } from '../share/share-services.ts'

/** The notes from which something was scrubbed. */
export interface ScrubbedNotes {
  readonly bytes: ReadonlyMap<CommitId, readonly Uint8Array[]>
  /** Returns their commits with the same parent as another commit, which may be a version of them. */
  besides(commit: Commit | undefined): readonly CommitId[]
}

/**
 * Finds the scrubbed notes of a ref. A commit that replaces one of them must not receive what was scrubbed from a copy,
 * even if it counts as a version of the copy. Reads the notes only if the ref was ever scrubbed.
 */
export function findScrubbedNotes(
  listing: NotesListing,
  git: GitBackend,
  call: CallOptions,
): ResultAsync<ScrubbedNotes, GitError> {
  return safeTry(async function* () {
    const sharing = sharingGit(git)
    if (listing.tip === undefined || sharing.isErr()) return ok(NONE)
    const scrubs = yield* scrubsOf(listing.tip, sharing.value, call)
    if (scrubs.size === 0) return ok(NONE)
    const all = yield* readNoteBytes([...listing.notes.keys()], listing, git, call)
    const bytes = new Map([...all].filter(([, contents]) => hasScrubMark(contents)))
    const byParent = new Map<CommitId | undefined, CommitId[]>()
    for (const [id, { parents }] of yield* git.readCommits([...bytes.keys()], call)) {
      byParent.set(parents[0], [...(byParent.get(parents[0]) ?? []), id])
    }
    return ok({
      bytes,
      besides: (commit) =>
        commit === undefined ? [] : (byParent.get(commit.parents[0]) ?? []).filter((id) => id !== commit.id),
    })
  })
}

const NONE: ScrubbedNotes = { bytes: new Map(), besides: () => [] }
