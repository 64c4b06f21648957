import type { NotesListing, NotesTip } from '@chronicle/core/contracts'
import type { BlobId, CommitId, NotesRef, TreeId } from '@chronicle/schema'
import { addDeeperBlob, commitOfEntry, isFanOut, readNotesTip, rootOf } from './notes-tree.ts'
import type { Repository } from './open-repository.ts'
import { readRawTrees } from './repository-objects.ts'

/** With more folders than this in a level, one `git ls-tree` is faster than asking for each of them. */
const MAX_FOLDERS = 1024

/** A line of `git ls-tree` that may be about a note. */
const ENTRY = /^(\d+) \w+ ([0-9a-f]+)\t((?:[0-9a-f]{2}\/)*)([0-9a-f]+)$/

/** Every note of a ref. */
export async function listNotes(
  repository: Repository,
  ref: NotesRef,
  signal: AbortSignal | undefined,
): Promise<NotesListing> {
  const { objects } = repository
  const tip = await readNotesTip(objects, ref, signal)
  if (tip === undefined) return { tip, notes: new Map() }
  const notes = new Map<CommitId, readonly BlobId[]>()
  let level: readonly (readonly [prefix: string, id: TreeId])[] = [['', await rootOf(objects, tip, signal)]]
  while (level.length > 0) {
    if (level.length > MAX_FOLDERS) return { tip, notes: await listByGit(repository, tip, signal) }
    const ids = level.map(([, id]) => id)
    const trees = await readRawTrees(objects, ids, signal)
    const next: (readonly [string, TreeId])[] = []
    for (const [prefix, id] of level) {
      for (const entry of trees.get(id) ?? []) {
        const commit = commitOfEntry(prefix, entry, tip.length)
        if (commit !== undefined) addDeeperBlob(notes, commit, entry.id as BlobId)
        else if (isFanOut(entry)) next.push([prefix + entry.name, entry.id as TreeId])
      }
    }
    level = next
  }
  return { tip, notes: sortNotes(notes) }
}

async function listByGit(
  { runner }: Repository,
  tip: NotesTip,
  signal: AbortSignal | undefined,
): Promise<NotesListing['notes']> {
  const { stdout } = await runner.run({ args: ['ls-tree', '-r', '-z', '--full-tree', tip], signal })
  const entries = stdout.toString('latin1').split('\0').slice(0, -1)
  const notes = new Map<CommitId, readonly BlobId[]>()
  // Backwards, because in the order of paths the deepest entry of a commit comes first, and then put in order again.
  for (const line of entries.reverse()) {
    const [, mode = '', id = '', prefix = '', name = ''] = ENTRY.exec(line) ?? []
    const commit = commitOfEntry(prefix.replaceAll('/', ''), { mode, name, id }, tip.length)
    if (commit !== undefined) addDeeperBlob(notes, commit, id as BlobId)
  }
  return sortNotes(notes)
}

/** By commit id, which most trees are already. */
function sortNotes(notes: ReadonlyMap<CommitId, readonly BlobId[]>): NotesListing['notes'] {
  let last = ''
  for (const commit of notes.keys()) {
    if (commit < last) return new Map([...notes].sort(([a], [b]) => (a < b ? -1 : 1)))
    last = commit
  }
  return notes
}
