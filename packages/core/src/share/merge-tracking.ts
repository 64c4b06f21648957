import { err, ok, safeTry, type BlobId, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { NotesTip } from '../contracts/git-backend.ts'
import type { NotesMerge } from '../contracts/notes-sharing.ts'
import { includedTips } from '../scrub/included-tips.ts'
import { scrubMessage, tipDigest } from '../scrub/scrub-message.ts'
import { newBesideScrub } from './beside-scrub.ts'
import { compareTips, type DifferingNote } from './compare-tips.ts'
import { findScrub, scrubbedHere, type FoundScrub } from './find-scrub.ts'
import { mergeContents, unreadable } from './merge-contents.ts'
import type { SharedRef } from './shared-refs.ts'
import { sharingGit, type ShareError, type ShareServices, type SharingGit } from './share-services.ts'

const MERGE_MESSAGE = 'Merge notes with Chronicle\n'

/** Maximum number of attempts to win the race for the ref; the waits before them add up to about two seconds. */
const ATTEMPTS = 8
const FIRST_WAIT_MS = 15

/** Number of notes that differ on both sides and are read in one batch. */
const NOTES_AT_ONCE = 2000

/**
 * Merges the fetched notes into a ref. Does nothing if the ref contains them already, moves the ref if it has no
 * changes of its own, and otherwise creates a commit with both tips as parents. Returns the number of commits whose
 * notes changed. Reads only the notes that differ on both sides; the number of git processes does not depend on how
 * many there are.
 */
export function mergeTracking(
  shared: SharedRef,
  seams: ShareServices,
  call: CallOptions,
): ResultAsync<number, ShareError> {
  return safeTry(async function* () {
    const git = yield* sharingGit(seams.git)
    for (let attempt = 1; ; attempt++) {
      const merged = await mergeOnce(shared, git, call)
      if (merged.isOk()) return merged
      const { code } = merged.error
      const lostRace = code === 'notes_ref_moved' || code === 'notes_ref_locked'
      if (!lostRace || attempt === ATTEMPTS) return merged
      await seams.sleep?.(FIRST_WAIT_MS * 2 ** (attempt - 1), call.signal)
    }
  })
}

function mergeOnce(shared: SharedRef, git: SharingGit, call: CallOptions): ResultAsync<number, ShareError> {
  return safeTry(async function* () {
    const { ref, tracking } = shared
    const ours = yield* git.notesTip(ref, call)
    const theirs = yield* git.notesTip(tracking, call)
    if (theirs === undefined || ours === theirs) return ok(0)
    if (ours === undefined) {
      const listing = yield* git.listNotes(tracking, call)
      const moved = await git.sharing.moveRef({ ref, expected: undefined, to: theirs }, call)
      return moved.map(() => listing.notes.size)
    }
    const common = yield* git.sharing.commonTips(ours, theirs, call)
    if (common.includes(theirs)) return ok(0)
    if (common.includes(ours)) {
      const changes = yield* git.diffNotes(ours, theirs, call)
      const moved = await git.sharing.moveRef({ ref, expected: ours, to: theirs }, call)
      return moved.map(() => changes.length)
    }
    return mergeDiverged({ shared, ours, theirs, bases: common }, git, call)
  })
}

interface Diverged {
  readonly shared: SharedRef
  readonly ours: NotesTip
  readonly theirs: NotesTip
  readonly bases: readonly NotesTip[]
}

function mergeDiverged(
  { shared, ours, theirs, bases }: Diverged,
  git: SharingGit,
  call: CallOptions,
): ResultAsync<number, ShareError> {
  return safeTry(async function* () {
    const { ref } = shared
    const scrub = yield* bases.length > 0 ? ok(undefined) : await findScrub(shared, { ours, theirs }, git, call)
    if (scrub !== undefined) return mergeScrubbed({ shared, ours, theirs, ...scrub }, git, call)
    const { onlyOurs, onlyTheirs, both } = yield* compareTips(git, { ours, theirs, bases }, call)
    // Both sides must start from the same tree, or the merged trees would differ.
    const onto = theirs < ours ? theirs : ours
    const alone = onto === ours ? onlyTheirs : onlyOurs
    const notes = new Map<CommitId, Uint8Array | BlobId | undefined>()
    const several: DifferingNote[] = []
    for (const note of alone) {
      const blobs = onto === ours ? note.theirs : note.ours
      if (blobs.length > 1) several.push(onto === ours ? { ...note, ours: [] } : { ...note, theirs: [] })
      else notes.set(note.commit, blobs[0])
    }
    const read = [...both, ...several]
    for (let from = 0; from < read.length; from += NOTES_AT_ONCE) {
      const merged = yield* mergeBlobs(read.slice(from, from + NOTES_AT_ONCE), { shared, git, call })
      for (const [commit, bytes] of merged) notes.set(commit, bytes)
    }
    const merge: NotesMerge = {
      ...{ ref, expected: ours, theirs, onto, notes },
      message: MERGE_MESSAGE,
    }
    const written = await git.sharing.mergeTips(merge, call)
    return written.map(() => onlyTheirs.length + both.length)
  })
}

/**
 * Adds what only the other side has to the scrubbed notes. If these are ours, nothing can be merged before they have
 * replaced those of the remote, so that it fails.
 */
function mergeScrubbed(
  { shared, ours, theirs, side, seen }: Omit<Diverged, 'bases'> & FoundScrub,
  git: SharingGit,
  call: CallOptions,
): ResultAsync<number, ShareError> {
  return safeTry(async function* () {
    const { ref } = shared
    const [scrubbed, other] = side === 'here' ? [ours, theirs] : [theirs, ours]
    const notes = yield* newBesideScrub(shared, { scrubbed, other, seen }, git, call)
    if (side === 'here') {
      if (notes.size > 0) {
        const included = yield* includedTips(ref, ours, git, call)
        const message = scrubMessage(new Set([...included, tipDigest(theirs)]))
        yield* git.writeNotes(ref, ours, notes, { ...call, message, dropHistory: true })
      }
      return err(scrubbedHere(shared, theirs, notes.size))
    }
    const merge = { ref, expected: ours, theirs, onto: theirs, notes, message: MERGE_MESSAGE, dropOurHistory: true }
    const next = yield* notes.size > 0
      ? await git.sharing.mergeTips(merge, call)
      : await git.sharing.moveRef({ ref, expected: ours, to: theirs }, call).map(() => theirs)
    return git.diffNotes(ours, next, call).map((changes) => changes.length)
  })
}

interface BlobMerge {
  readonly shared: SharedRef
  readonly git: SharingGit
  readonly call: CallOptions
}

/** Merges the notes of several commits, read in one batch. */
function mergeBlobs(
  notes: readonly DifferingNote[],
  { shared, git, call }: BlobMerge,
): ResultAsync<ReadonlyMap<CommitId, Uint8Array>, ShareError> {
  return safeTry(async function* () {
    const ids = notes.flatMap(({ ours, theirs }) => [...ours, ...theirs])
    const blobs = yield* git.readBlobs([...new Set(ids)], call)
    const merged = new Map<CommitId, Uint8Array>()
    for (const { commit, ours, theirs } of notes) {
      const all = [...ours, ...theirs]
      const lost = all.find((id) => !blobs.has(id))
      if (lost !== undefined) return err(unreadable(commit, shared, lost))
      const contents = all.flatMap((id) => blobs.get(id) ?? [])
      const bytes = mergeContents(contents, shared, commit)
      if (bytes !== undefined) merged.set(commit, bytes)
    }
    return ok(merged)
  })
}
