import type { NotesTip, TreeEntry } from '@chronicle/core/contracts'
import { isObjectId, type BlobId, type CommitId, type NotesRef, type TreeId } from '@chronicle/schema'
import { GitFailure } from './git-failure.ts'
import type { ObjectReader } from './object-reader.ts'
import { readRootTree, resolveCommit } from './repository-objects.ts'

/*
 * A notes tree maps commit ids to blobs: the path of an entry, its slashes taken out, is the id. Folders have names of
 * two digits, to any depth, even a different one in each folder. Whatever does not fit that pattern is no note.
 */

/** Whether a folder at some depth of a notes tree can hold notes. */
export function isFanOut(name: string): boolean {
  return /^[0-9a-f]{2}$/.test(name)
}

/** The commit that an entry is about. `prefix` is the digits of the folders it is in. */
export function commitOfEntry(prefix: string, entry: TreeEntry, idLength: number): CommitId | undefined {
  if (entry.kind === 'tree' || entry.kind === 'submodule') return undefined
  const id = prefix + entry.name
  return id.length === idLength && isObjectId(id) ? (id as CommitId) : undefined
}

/** The tip of a notes ref. */
export function readNotesTip(
  objects: ObjectReader,
  ref: NotesRef,
  signal: AbortSignal | undefined,
): Promise<NotesTip | undefined> {
  return ref.startsWith('refs/') ? resolveCommit(objects, ref, signal) : Promise.resolve(undefined)
}

/**
 * Adds a blob that is deeper in the tree than those there are. Deeper entries come first in the order of paths, because
 * `/` sorts before every digit.
 */
export function addDeeperBlob(notes: Map<CommitId, BlobId[]>, commit: CommitId, blob: BlobId): void {
  const others = (notes.get(commit) ?? []).filter((other) => other !== blob)
  notes.set(commit, [blob, ...others])
}

/** The tree of a tip. */
export async function rootOf(objects: ObjectReader, tip: NotesTip, signal: AbortSignal | undefined): Promise<TreeId> {
  const tree = await readRootTree(objects, tip, signal)
  if (tree !== undefined) return tree
  throw new GitFailure(
    'missing_object',
    `The commit ${tip} of a notes ref is not in the repository. List the notes again.`,
    { data: { id: tip } },
  )
}
