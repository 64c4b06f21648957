import type { BlobId, CommitId, TreeId } from '@chronicle/schema'
import type { ObjectStore } from '../object-store.ts'
import { missingNotesTree } from './list-notes.ts'
import { noteEntryKind } from './note-entries.ts'
import { parseRawTree, rawEntry, serialiseTree, type RawEntry } from './raw-tree.ts'

/** The new note of each commit. `undefined` removes the note. */
export type NoteBlobs = ReadonlyMap<CommitId, BlobId | undefined>

/**
 * Maximum number of notes in one folder. More are spread over folders of two digits, so that each write stays cheap.
 */
const MAX_FLAT_NOTES = 512
/** Maximum number of digits used for folders that are created here: `ab/cd/…`. */
const MAX_FAN_OUT = 4

/**
 * Writes a notes tree with some notes changed. A note is filed according to the tree's own layout. Other entries of its
 * commit are removed, and everything else stays unchanged.
 */
export async function updateNotesTree(
  objects: ObjectStore,
  root: TreeId | undefined,
  notes: NoteBlobs,
): Promise<TreeId> {
  const bytes = serialiseTree(await updateFolder(objects, root, '', notes))
  return (await objects.write({ type: 'tree', bytes })) as TreeId
}

async function updateFolder(
  objects: ObjectStore,
  tree: TreeId | undefined,
  prefix: string,
  notes: NoteBlobs,
): Promise<readonly RawEntry[]> {
  const entries = new Map((await readEntries(objects, tree)).map((entry) => [entry.name, entry]))
  const kindOf = (name: string): ReturnType<typeof noteEntryKind> | undefined => {
    const entry = entries.get(name)
    return entry && noteEntryKind(entry, prefix)
  }
  const isFannedOut = [...entries.keys()].some((name) => kindOf(name) === 'folder')
  const canFanOut = prefix.length < MAX_FAN_OUT

  const inner = new Map<string, Map<CommitId, BlobId | undefined>>()
  const moveInto = (folder: string, commit: CommitId, blob: BlobId | undefined): void => {
    inner.set(folder, (inner.get(folder) ?? new Map<CommitId, BlobId | undefined>()).set(commit, blob))
  }
  for (const [commit, blob] of notes) {
    const name = commit.slice(prefix.length)
    const folder = name.slice(0, 2)
    const wasHere = kindOf(name) === 'note'
    if (wasHere) entries.delete(name)
    if (kindOf(folder) === 'folder') moveInto(folder, commit, blob)
    else if (blob === undefined) continue
    else if (isFannedOut && canFanOut && !wasHere && !entries.has(folder)) moveInto(folder, commit, blob)
    else entries.set(name, rawEntry('file', name, blob))
  }
  const flat = [...entries.values()].filter((entry) => kindOf(entry.name) === 'note')
  if (!isFannedOut && canFanOut && flat.length > MAX_FLAT_NOTES) {
    for (const { name, id } of flat) {
      if (entries.has(name.slice(0, 2))) continue
      entries.delete(name)
      moveInto(name.slice(0, 2), (prefix + name) as CommitId, id as BlobId)
    }
  }
  for (const [name, changes] of inner) {
    const content = await updateFolder(objects, entries.get(name)?.id as TreeId | undefined, prefix + name, changes)
    if (content.length === 0) entries.delete(name)
    else {
      const id = await objects.write({ type: 'tree', bytes: serialiseTree(content) })
      entries.set(name, rawEntry('tree', name, id))
    }
  }
  return [...entries.values()]
}

async function readEntries(objects: ObjectStore, tree: TreeId | undefined): Promise<readonly RawEntry[]> {
  if (tree === undefined) return []
  const object = await objects.read(tree)
  if (object?.type === 'tree') return parseRawTree(object.bytes)
  throw missingNotesTree(tree)
}
