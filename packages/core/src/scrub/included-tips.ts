import { ok, safeTry, type CommitId, type NotesRef, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError, NotesTip } from '../contracts/git-backend.ts'
import { sharingGit, type SharingGit } from '../share/share-services.ts'
import { trackingRef } from '../share/shared-refs.ts'
import { readScrubMessage, rootDigest, tipDigest } from './scrub-message.ts'

/** Returns what the message of a scrub names of the notes before: the tips of remotes in them, and earlier scrubs. */
export function includedTips(
  ref: NotesRef,
  tip: NotesTip | undefined,
  git: GitBackend,
  call: CallOptions,
): ResultAsync<ReadonlySet<string>, GitError> {
  return safeTry(async function* () {
    const included = new Set<string>()
    const able = sharingGit(git)
    if (tip === undefined || able.isErr()) return ok(included)
    const { sharing } = able.value
    for (const [root, digests] of yield* scrubsOf(tip, able.value, call)) {
      for (const digest of [rootDigest(root), ...digests]) included.add(digest)
    }
    const remotes = yield* sharing.remotes(call)
    for (const { name } of remotes.all) {
      const there = yield* git.notesTip(trackingRef(ref, name), call)
      if (there === undefined) continue
      for (const common of yield* sharing.commonTips(tip, there, call)) included.add(tipDigest(common))
    }
    return ok(included)
  })
}

/** Returns the scrubs with which a history begins, and what each of them names. */
export function scrubsOf(
  tip: NotesTip,
  git: SharingGit,
  call: CallOptions,
): ResultAsync<ReadonlyMap<CommitId, ReadonlySet<string>>, GitError> {
  return git.sharing
    .rootsOf(tip, call)
    .andThen((roots) => git.readCommits(roots, call))
    .map((commits) => {
      const scrubs = new Map<CommitId, ReadonlySet<string>>()
      for (const [root, { message }] of commits) {
        const digests = readScrubMessage(message)
        if (digests !== undefined) scrubs.set(root, digests)
      }
      return scrubs
    })
}
