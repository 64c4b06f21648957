import { err, ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { GitError, NotesTip } from '../contracts/git-backend.ts'
import { SCRUB_MESSAGE } from '../scrub/scrub-message.ts'
import type { SharedRef } from './shared-refs.ts'
import type { ShareError, SharingGit } from './share-services.ts'

/** The common state of both sides before the other one was scrubbed. */
export interface ScrubbedHistory {
  readonly before: NotesTip
}

/**
 * Checks whether two histories are unrelated because one side was scrubbed: a union would then restore the scrubbed
 * content. `undefined` when neither side was scrubbed, or both were.
 */
export function findScrub(
  shared: SharedRef,
  { ours, theirs }: { readonly ours: NotesTip; readonly theirs: NotesTip },
  git: SharingGit,
  call: CallOptions,
): ResultAsync<ScrubbedHistory | undefined, ShareError> {
  return safeTry(async function* () {
    const here = yield* isScrubbed(ours, git, call)
    const there = yield* isScrubbed(theirs, git, call)
    if (here === there) return ok(undefined)
    const { ref, tracking } = shared
    if (here) {
      const message = `The notes in ${ref} were scrubbed here, and the remote still has what was taken out; merging would bring it back. Replace what is there with git push --force <remote> ${ref}:${ref}, or, if it is not what was scrubbed, merge it: git notes --ref=${ref} merge -s cat_sort_uniq ${tracking}.`
      return err(codedError('notes_scrubbed', message, { data: { ref, tracking, scrubbed: 'here' } }))
    }
    const before = yield* git.sharing.formerTip(tracking, ours, call)
    if (before !== undefined) return ok({ before })
    const message = `The notes of the remote in ${ref} were scrubbed, and it is not known which of those here were shared before; merging could bring back what was taken out. Take the remote notes with git update-ref ${ref} ${tracking}, and record again what only you had.`
    return err(codedError('notes_scrubbed', message, { data: { ref, tracking, scrubbed: 'there' } }))
  })
}

function isScrubbed(tip: NotesTip, git: SharingGit, call: CallOptions): ResultAsync<boolean, GitError> {
  return git.sharing
    .rootsOf(tip, call)
    .andThen((roots) => git.readCommits(roots, call))
    .map((commits) => [...commits.values()].some(({ message }) => message === SCRUB_MESSAGE))
}
