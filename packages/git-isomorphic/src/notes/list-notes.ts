import type { Commit, NoteChange } from '@chronicle/core/contracts'
import type { BlobId, CommitId, TreeId } from '@chronicle/schema'
import { BackendFailure } from '../backend-failure.ts'
import type { ObjectStore } from '../object-store.ts'
import { parseCommit, parseTree } from '../parse-objects.ts'
import { noteEntryKind } from './note-entries.ts'

/** Returns the tree of a notes commit. An id that is not a commit fails with the error `missing_object`. */
export async function readNotesRoot(objects: ObjectStore, tip: CommitId): Promise<TreeId> {
  return (await readNotesCommit(objects, tip)).tree
}

/** Reads a notes commit. */
export async function readNotesCommit(objects: ObjectStore, tip: CommitId): Promise<Commit> {
  const object = await objects.read(tip)
  if (object?.type !== 'commit') {
    throw new BackendFailure(
      'missing_object',
      `There is no commit ${tip} to read notes from: it was removed, or never fetched. List the notes anew.`,
      { data: { id: tip } },
    )
  }
  return parseCommit(tip, object.bytes)
}

/** Returns the error for a folder of a notes tree that does not exist. */
export function missingNotesTree(id: TreeId): BackendFailure {
  const message = `The tree ${id} of the notes is missing. Check the repository with git fsck.`
  return new BackendFailure('missing_object', message, { data: { id } })
}

/** Returns every note below a tree, ordered by commit. */
export async function listNotesTree(
  objects: ObjectStore,
  root: TreeId,
): Promise<ReadonlyMap<CommitId, readonly BlobId[]>> {
  const notes = new NoteList()
  notes.add(await listNotesBelow(objects, { id: root, prefix: '', path: '' }))
  return notes.byCommit()
}

/**
 * Returns the changes between two notes trees. Reads folders that are the same in both only if a changed commit may
 * have notes there.
 */
export async function diffNotesTrees(objects: ObjectStore, from: TreeId, to: TreeId): Promise<readonly NoteChange[]> {
  const before = new NoteList()
  const after = new NoteList()
  const unchanged: Folder[] = []
  let pairs: readonly FolderPair[] =
    from === to ? [] : [[from, to].map((id) => ({ id, prefix: '', path: '' })) as [Folder, Folder]]
  while (pairs.length > 0) {
    const olds = await readFolders(
      objects,
      pairs.flatMap(([old]) => old ?? []),
    )
    const news = await readFolders(
      objects,
      pairs.flatMap(([, current]) => current ?? []),
    )
    for (const { notes } of olds) before.add(notes)
    for (const { notes } of news) after.add(notes)
    const oldFolders = new Map(olds.flatMap(({ folders }) => folders.map((folder) => [folder.path, folder])))
    const newFolders = new Map(news.flatMap(({ folders }) => folders.map((folder) => [folder.path, folder])))
    const next: FolderPair[] = []
    for (const path of new Set([...oldFolders.keys(), ...newFolders.keys()])) {
      const old = oldFolders.get(path)
      const current = newFolders.get(path)
      if (old !== undefined && old.id === current?.id) unchanged.push(old)
      else next.push([old, current])
    }
    pairs = next
  }
  const commits = new Set([...before.commits(), ...after.commits()])
  // A commit with several notes may have another one in an unchanged folder.
  const relevant = unchanged.filter(({ prefix }) => [...commits].some((commit) => commit.startsWith(prefix)))
  for (const folder of relevant) {
    const others = await listNotesBelow(objects, folder)
    const wanted = others.filter(({ commit }) => commits.has(commit))
    before.add(wanted)
    after.add(wanted)
  }
  return changesBetween(before.byCommit(), after.byCommit())
}

/** A folder of a notes tree: its digits, and its path, which ends with a slash. */
interface Folder {
  readonly id: TreeId
  readonly prefix: string
  readonly path: string
}

/** The folders at one path on both sides; one side may have none. */
type FolderPair = readonly [before: Folder | undefined, after: Folder | undefined]

interface NoteAt {
  readonly commit: CommitId
  readonly path: string
  readonly blob: BlobId
}

interface Listing {
  readonly notes: readonly NoteAt[]
  readonly folders: readonly Folder[]
}

/** Notes with their paths, which determine the order of the notes of one commit. */
class NoteList {
  readonly #notes = new Map<CommitId, NoteAt[]>()

  add(notes: readonly NoteAt[]): void {
    for (const note of notes) {
      const known = this.#notes.get(note.commit)
      if (known) known.push(note)
      else this.#notes.set(note.commit, [note])
    }
  }

  commits(): Iterable<CommitId> {
    return this.#notes.keys()
  }

  byCommit(): ReadonlyMap<CommitId, readonly BlobId[]> {
    const ordered = [...this.#notes].sort(([a], [b]) => (a < b ? -1 : 1))
    return new Map(
      ordered.map(([commit, notes]) => {
        const inOrder = notes.length === 1 ? notes : notes.toSorted((a, b) => (a.path < b.path ? -1 : 1))
        return [commit, [...new Set(inOrder.map(({ blob }) => blob))]]
      }),
    )
  }
}

async function readFolders(objects: ObjectStore, folders: readonly Folder[]): Promise<readonly Listing[]> {
  const ids = folders.map(({ id }) => id)
  const trees = await objects.readAll(ids, 'tree', parseTree)
  return folders.map(({ id, prefix, path }) => {
    const entries = trees.get(id)
    if (entries === undefined) throw missingNotesTree(id)
    const notes: NoteAt[] = []
    const inner: Folder[] = []
    for (const entry of entries) {
      const digits = prefix + entry.name
      const kind = noteEntryKind(entry, prefix)
      if (kind === 'note') notes.push({ commit: digits as CommitId, path: path + entry.name, blob: entry.id as BlobId })
      if (kind === 'folder') inner.push({ id: entry.id as TreeId, prefix: digits, path: `${path}${entry.name}/` })
    }
    return { notes, folders: inner }
  })
}

async function listNotesBelow(objects: ObjectStore, folder: Folder): Promise<readonly NoteAt[]> {
  const notes: NoteAt[] = []
  let folders: readonly Folder[] = [folder]
  while (folders.length > 0) {
    const listings = await readFolders(objects, folders)
    notes.push(...listings.flatMap((listing) => listing.notes))
    folders = listings.flatMap((listing) => listing.folders)
  }
  return notes
}

function changesBetween(
  before: ReadonlyMap<CommitId, readonly BlobId[]>,
  after: ReadonlyMap<CommitId, readonly BlobId[]>,
): readonly NoteChange[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .map((commit) => ({ commit, before: before.get(commit) ?? [], after: after.get(commit) ?? [] }))
    .filter((change) => change.before.join() !== change.after.join())
}
