import type { NotesListing } from '@chronicle/core/contracts'
import type { BlobId, CommitId, NotesRef, TreeId } from '@chronicle/schema'
import { addDeeperBlob, commitOfEntry, isFanOut, readNotesTip, rootOf } from './notes-tree.ts'
import type { ObjectReader } from './object-reader.ts'
import { readTrees } from './repository-objects.ts'
import { missingTree } from './tree-walk.ts'

/** Every note of a ref. */
export async function listNotes(
  objects: ObjectReader,
  ref: NotesRef,
  signal: AbortSignal | undefined,
): Promise<NotesListing> {
  const tip = await readNotesTip(objects, ref, signal)
  if (tip === undefined) return { tip, notes: new Map() }
  const notes = new Map<CommitId, BlobId[]>()
  let level: readonly (readonly [prefix: string, id: TreeId])[] = [['', await rootOf(objects, tip, signal)]]
  while (level.length > 0) {
    const ids = level.map(([, id]) => id)
    const trees = await readTrees(objects, ids, signal)
    const next: (readonly [string, TreeId])[] = []
    for (const [prefix, id] of level) {
      for (const entry of trees.get(id) ?? missingTree(id)) {
        if (entry.kind === 'tree') {
          if (isFanOut(entry.name)) next.push([prefix + entry.name, entry.id as TreeId])
          continue
        }
        const commit = commitOfEntry(prefix, entry, tip.length)
        if (commit !== undefined) addDeeperBlob(notes, commit, entry.id as BlobId)
      }
    }
    level = next
  }
  return { tip, notes: new Map([...notes].sort(([a], [b]) => (a < b ? -1 : 1))) }
}
