import { ok, safeTry, type BlobId, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitError, NotesTip } from '../contracts/git-backend.ts'
import type { SharingGit } from './share-services.ts'

/** The note blobs of a commit on both sides, and in the common state. */
export interface DifferingNote {
  readonly commit: CommitId
  readonly ours: readonly BlobId[]
  readonly theirs: readonly BlobId[]
  /** Absent when the histories are unrelated, or when several common states differ. */
  readonly base?: readonly BlobId[]
}

/** The differences between two states of notes, relative to their common state. */
export interface TipComparison {
  /** Changed only here. */
  readonly onlyOurs: readonly DifferingNote[]
  /** Changed only there. */
  readonly onlyTheirs: readonly DifferingNote[]
  /** Changed on both sides in different ways. */
  readonly both: readonly DifferingNote[]
}

/** Compares two tips by their changes since the common tips; without common tips, by their contents. Reads no note. */
export function compareTips(
  git: SharingGit,
  { ours, theirs, bases }: { readonly ours: NotesTip; readonly theirs: NotesTip; readonly bases: readonly NotesTip[] },
  call: CallOptions,
): ResultAsync<TipComparison, GitError> {
  return safeTry(async function* () {
    if (bases.length === 0) return compareUnrelated(git, ours, theirs, call)
    const here = yield* changesSince(git, bases, ours, call)
    const there = yield* changesSince(git, bases, theirs, call)
    const comparison = { onlyOurs: [], onlyTheirs: [], both: [] } as Mutable
    for (const [commit, change] of here) {
      const other = there.get(commit)
      const note = { commit, ours: change.after, theirs: other?.after ?? change.before }
      if (other === undefined) comparison.onlyOurs.push(note)
      else if (!sameBlobs(change.after, other.after)) comparison.both.push({ ...note, ...baseOf(change, bases) })
    }
    for (const [commit, change] of there) {
      if (here.has(commit)) continue
      comparison.onlyTheirs.push({ commit, ours: change.before, theirs: change.after })
    }
    return ok(comparison)
  })
}

interface Change {
  readonly before: readonly BlobId[]
  readonly after: readonly BlobId[]
}

type Mutable = { [Key in keyof TipComparison]: DifferingNote[] }

/**
 * Returns the notes that differ from any of the common states: a note counts as unchanged only if it equals all of
 * them.
 */
function changesSince(
  git: SharingGit,
  bases: readonly NotesTip[],
  tip: NotesTip,
  call: CallOptions,
): ResultAsync<ReadonlyMap<CommitId, Change>, GitError> {
  return safeTry(async function* () {
    const changed = new Map<CommitId, Change>()
    for (const base of bases) {
      for (const { commit, before, after } of yield* git.diffNotes(base, tip, call))
        changed.set(commit, { before, after })
    }
    return ok(changed)
  })
}

function baseOf({ before }: Change, bases: readonly NotesTip[]): Pick<DifferingNote, 'base'> {
  return bases.length === 1 ? { base: before } : {}
}

function compareUnrelated(
  git: SharingGit,
  ours: NotesTip,
  theirs: NotesTip,
  call: CallOptions,
): ResultAsync<TipComparison, GitError> {
  return git.diffNotes(ours, theirs, call).map((changes) => {
    const notes = changes.map(({ commit, before, after }) => ({ commit, ours: before, theirs: after }))
    return {
      oursAlone: notes.filter((note) => note.theirs.length === 0),
      theirsAlone: notes.filter((note) => note.ours.length === 0),
      both: notes.filter((note) => note.ours.length > 0 && note.theirs.length > 0),
    }
  })
}

function sameBlobs(a: readonly BlobId[], b: readonly BlobId[]): boolean {
  return a.length === b.length && [...a].sort().join() === [...b].sort().join()
}
