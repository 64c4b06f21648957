import {
  acknowledgementsRef,
  correctionsRef,
  ok,
  safeTry,
  type CommitId,
  type NotesRef,
  type ResultAsync,
  type StatusSharing,
  type SyncedRef,
} from '@chronicle/schema'
import type { GitBackend, GitError } from '../../contracts/git-backend.ts'
import type { DifferingNote } from '../../share/compare-tips.ts'
import { countDifferences } from '../../share/count-differences.ts'
import type { SharingGit } from '../../share/share-services.ts'
import { compareShared } from '../../share/sharing-status.ts'
import { trackingRef } from '../../share/shared-refs.ts'
import type { ReadContext } from '../../read/read-context.ts'
import { remoteNames } from '../../read/remote-names.ts'

type Dependencies = Pick<ReadContext, 'git' | 'call' | 'notesRefs'>

const NOTES = 'refs/notes/'

/**
 * Compares the local notes with those last fetched from each remote. Does not use the network. The numbers are those of
 * `sync status`. For a remote from which nothing was fetched, all local notes count as not shared.
 */
export function compareWithRemotes({
  call,
  git,
  notesRefs,
}: Dependencies): ResultAsync<readonly StatusSharing[], GitError> {
  return safeTry(async function* () {
    const remotes = yield* remoteNames(git, call)
    const refs = notesRefs
      .filter((ref) => ref.startsWith(NOTES))
      .flatMap((ref) => [ref, correctionsRef(ref), acknowledgementsRef(ref)])
    const found: StatusSharing[] = []
    for (const remote of remotes) {
      for (const ref of refs) {
        const compared = yield* compareRef(remote, ref, { call, git, notesRefs })
        if (compared !== undefined) found.push(compared)
      }
    }
    return ok(found)
  })
}

function compareRef(
  remote: string,
  ref: NotesRef,
  { call, git }: Dependencies,
): ResultAsync<StatusSharing | undefined, GitError> {
  return safeTry(async function* () {
    const tracking = trackingRef(ref, remote)
    const here = yield* git.notesTip(ref, call)
    const there = yield* git.notesTip(tracking, call)
    const about = { remote, ref, tracking_ref: tracking }
    if (here === undefined && there === undefined) return ok(undefined)
    if (here === there) return ok({ ...about, state: 'in_step', not_shared: 0, not_here: 0 })
    if (there === undefined) {
      const listed = await git.listNotes(ref, call)
      return listed.map(({ notes }) => ({ ...about, state: 'never_fetched', not_shared: notes.size, not_here: 0 }))
    }
    const compared = await (here !== undefined && git.sharing !== undefined && git.diffNotes !== undefined
      ? compareShared({ ref, tracking }, git as SharingGit, call)
      : differences(tracking, ref, git, call))
    return compared.map(({ to_push: notShared, to_pull: notHere }) => ({
      ...about,
      state: notHere + notShared === 0 ? 'in_step' : 'differs',
      not_shared: notShared,
      not_here: notHere,
    }))
  })
}

/**
 * Compares for a backend that can only list notes. Without their history, a note that one side removed counts as one
 * that the other side added.
 */
function differences(
  tracking: NotesRef,
  ref: NotesRef,
  git: GitBackend,
  call: ReadContext['call'],
): ResultAsync<Pick<SyncedRef, 'to_push' | 'to_pull'>, GitError> {
  return safeTry(async function* () {
    const there = yield* git.listNotes(tracking, call)
    const here = yield* git.listNotes(ref, call)
    const commits = new Set<CommitId>([...there.notes.keys(), ...here.notes.keys()])
    const both = [...commits].flatMap((commit): readonly DifferingNote[] => {
      const theirs = there.notes.get(commit) ?? []
      const ours = here.notes.get(commit) ?? []
      return theirs.join(' ') === ours.join(' ') ? [] : [{ commit, ours, theirs }]
    })
    const counted = await countDifferences({ onlyOurs: [], onlyTheirs: [], both }, git, call)
    return counted.map(({ toPush, toPull }) => ({ to_push: toPush, to_pull: toPull }))
  })
}
