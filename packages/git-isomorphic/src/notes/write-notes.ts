import type { CallOptions, NotesTip } from '@chronicle/core/contracts'
import { omitUndefined, parseNotesRef, type BlobId, type CommitId, type NotesRef, type TreeId } from '@chronicle/schema'
import { BackendFailure, throwIfAborted } from '../backend-failure.ts'
import type { Identity } from '../identity.ts'
import type { OpenRepository } from '../open-repository.ts'
import { readRef } from '../refs.ts'
import { readNotesCommit } from './list-notes.ts'
import { withLockedRef } from './ref-lock.ts'
import { updateNotesTree } from './update-notes-tree.ts'

/** The input of a write. */
export interface NotesWrite {
  readonly ref: NotesRef
  readonly expected: NotesTip | undefined
  readonly notes: ReadonlyMap<CommitId, Uint8Array | undefined>
  readonly identity: () => Promise<Identity>
  /** Seconds since the epoch. `undefined` means the file system's time. */
  readonly time: number | undefined
}

const DEFAULT_MESSAGE = 'Notes added by Chronicle\n'

/** Commits notes and moves the ref from `expected`. All visible changes happen at once, at the end. */
export async function writeNotes(
  { fs, repository: { gitdir }, objects }: OpenRepository,
  { ref, expected, notes, identity, time }: NotesWrite,
  options: CallOptions & { readonly message?: string; readonly dropHistory?: boolean } = {},
): Promise<NotesTip> {
  if (parseNotesRef(ref) === undefined) {
    throw new BackendFailure('unsupported', `Notes are written to refs under refs/notes/ only, not to "${ref}".`, {
      data: { ref },
    })
  }
  return withLockedRef(fs, gitdir, ref, async (locked) => {
    const actual = (await readRef(fs, gitdir, ref)) as NotesTip | undefined
    if (actual !== expected) throw refMoved(ref, expected, actual)
    const author = await identity()
    const last = actual === undefined ? undefined : await readNotesCommit(objects, actual)
    const blobs = new Map<CommitId, BlobId | undefined>()
    for (const [commit, bytes] of notes) {
      throwIfAborted(options)
      blobs.set(commit, bytes && ((await objects.write({ type: 'blob', bytes })) as BlobId))
    }
    const tree = await updateNotesTree(objects, last?.tree, blobs)
    const drops = options.dropHistory === true
    const nothingToDrop = !drops || last?.parents.length === 0
    if (actual !== undefined && tree === last?.tree && nothingToDrop) return actual
    const parent = drops ? undefined : actual
    const bytes = serialiseCommit(tree, parent, author, time ?? locked.takenAt, options.message ?? DEFAULT_MESSAGE)
    const tip = (await objects.write({ type: 'commit', bytes })) as NotesTip
    throwIfAborted(options)
    await locked.commit(tip)
    return tip
  })
}

function refMoved(ref: NotesRef, expected: NotesTip | undefined, actual: NotesTip | undefined): BackendFailure {
  const place = (tip: NotesTip | undefined): string => (tip === undefined ? 'no commit' : tip)
  return new BackendFailure(
    'notes_ref_moved',
    `${ref} is at ${place(actual)}, not at ${place(expected)}: someone else has written notes. Read them and try again.`,
    { data: { ref, ...omitUndefined({ expected, actual }) } },
  )
}

function serialiseCommit(
  tree: TreeId,
  parent: NotesTip | undefined,
  { name, email }: Identity,
  time: number,
  message: string,
): Uint8Array {
  const who = `${sanitiseName(name)} <${sanitiseName(email)}> ${time} +0000`
  const parents = parent === undefined ? '' : `parent ${parent}\n`
  return new TextEncoder().encode(`tree ${tree}\n${parents}author ${who}\ncommitter ${who}\n\n${message}`)
}

/** Removes characters that would end the header or its fields, as git does. */
function sanitiseName(text: string): string {
  return text.replaceAll(/[\n<>\0]/g, '').replaceAll(/^[\s.,:;"\\']+|[\s.,:;"\\']+$/g, '')
}
