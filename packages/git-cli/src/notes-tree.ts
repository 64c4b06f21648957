import { codedError, type GitError, type NotesTip } from '@chronicle/core/contracts'
import { err, ok, type BlobId, type CommitId, type ResultAsync, type TreeId } from '@chronicle/schema'
import type { ObjectReader } from './object-reader.ts'
import type { RawTreeEntry } from './parse-tree.ts'
import { readRootTree } from './repository-objects.ts'

/*
 * A notes tree maps commit ids to blobs: the path of an entry without its slashes is the commit id. Folder names have
 * two digits, at any depth, and the depth may differ between folders. An entry that does not fit this pattern is not a
 * note.
 */

/** Whether an entry is a folder that can contain notes. */
export function isFanOut({ mode, name }: RawTreeEntry): boolean {
  return mode === '40000' && name.length === 2 && /^[0-9a-f]+$/.test(name)
}

/** Returns the commit that an entry belongs to. `prefix` contains the digits of its parent folders. */
export function commitOfEntry(prefix: string, entry: RawTreeEntry, idLength: number): CommitId | undefined {
  const { mode, name } = entry
  const named = prefix.length + name.length === idLength && /^[0-9a-f]+$/.test(name)
  return named && mode !== '40000' && mode !== '160000' ? ((prefix + name) as CommitId) : undefined
}

/**
 * Adds a blob that is deeper in the tree than the existing ones. Deeper entries come first in path order, because `/`
 * sorts before every digit.
 */
export function addDeeperBlob(notes: Map<CommitId, readonly BlobId[]>, commit: CommitId, blob: BlobId): void {
  const others = notes.get(commit)
  notes.set(commit, others === undefined ? [blob] : [blob, ...others.filter((other) => other !== blob)])
}

/** Returns the tree of a tip. */
export function rootOf(objects: ObjectReader, tip: NotesTip): ResultAsync<TreeId, GitError> {
  const message = `The commit ${tip} of a notes ref is not in the repository. List the notes again.`
  return readRootTree(objects, tip).andThen((tree) =>
    tree === undefined ? err(codedError('missing_object', message, { data: { id: tip } })) : ok(tree),
  )
}
