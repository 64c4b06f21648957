import type { CommitId, TreeId } from '@chronicle/schema'
import { isFanOut } from './notes-tree.ts'
import { objectIdOf, type NewObject } from './pack-objects.ts'
import { writeRawTree, type RawTreeEntry } from './parse-tree.ts'

/** A notes tree after an edit: its id, and the folders that have to be stored for it. */
export interface EditedNotesTree {
  readonly root: TreeId
  readonly trees: readonly NewObject[]
}

/** An edit of a notes tree. */
export interface NotesTreeEdit {
  readonly root: TreeId | undefined
  /** The blob that becomes the note of a commit; `undefined` removes its note. */
  readonly notes: ReadonlyMap<CommitId, string | undefined>
  readonly objectFormat: 'sha1' | 'sha256'
  readonly readTrees: (ids: readonly TreeId[]) => Promise<ReadonlyMap<TreeId, readonly RawTreeEntry[]>>
}

/** A note on its way down the tree. One that only moves must not displace another. */
interface Placement {
  readonly commit: string
  readonly blob: Pick<RawTreeEntry, 'mode' | 'id'> | undefined
  readonly moves: boolean
}

/** A folder with more notes of its own is divided. Git does so, too, with a few hundred. */
const MAX_NOTES_IN_FOLDER = 512

/**
 * Replaces, adds and removes notes. All entries of an edited commit give way to the one new entry; everything else
 * stays, entries that are no notes among it. A new note is filed as its neighbours are: in the folder of its digits if
 * there is one or if most of them are in folders, and beside them otherwise.
 */
export async function editNotesTree(edit: NotesTreeEdit): Promise<EditedNotesTree> {
  const { objectFormat, readTrees } = edit
  const idLength = objectFormat === 'sha1' ? 40 : 64
  const trees: NewObject[] = []

  const store = (entries: Iterable<RawTreeEntry>): TreeId => {
    const object: NewObject = { type: 'tree', bytes: writeRawTree(entries) }
    trees.push(object)
    return objectIdOf(object, objectFormat) as TreeId
  }

  const isNote = (prefix: string, entry: RawTreeEntry): boolean =>
    entry.mode !== '40000' && entry.mode !== '160000' && isNoteName(entry.name, idLength - prefix.length)

  const editFolder = async (
    before: readonly RawTreeEntry[],
    prefix: string,
    placements: readonly Placement[],
  ): Promise<ReadonlyMap<string, RawTreeEntry>> => {
    const entries = new Map(before.map((entry) => [entry.name, entry]))
    const below = new Map<string, Placement[]>()
    const pushBelow = (placement: Placement): void => {
      const digits = placement.commit.slice(prefix.length, prefix.length + 2)
      const others = below.get(digits)
      if (others === undefined) below.set(digits, [placement])
      else others.push(placement)
    }
    let folders = before.filter(({ mode, name }) => mode === '40000' && isFanOut(name)).length
    let notes = before.filter((entry) => isNote(prefix, entry)).length

    for (const placement of placements) {
      const name = placement.commit.slice(prefix.length)
      const own = entries.get(name)
      if (own !== undefined && !placement.moves && isNote(prefix, own)) {
        entries.delete(name)
        notes--
      }
      const hasFolder = entries.get(name.slice(0, 2))?.mode === '40000' || below.has(name.slice(0, 2))
      const { blob } = placement
      if (hasFolder || (blob !== undefined && (folders > notes || entries.has(name)))) {
        if (!hasFolder) folders++
        pushBelow(placement)
      } else if (blob !== undefined) {
        entries.set(name, { ...blob, name })
        notes++
      }
    }
    if (notes > MAX_NOTES_IN_FOLDER) {
      for (const entry of [...entries.values()].filter((other) => isNote(prefix, other))) {
        entries.delete(entry.name)
        pushBelow({ commit: prefix + entry.name, blob: entry, moves: true })
      }
    }

    const inner = await readTrees([...below.keys()].flatMap((digits) => folderId(entries.get(digits)) ?? []))
    for (const [digits, inside] of below) {
      const id = folderId(entries.get(digits))
      const old = (id === undefined ? undefined : inner.get(id)) ?? []
      const edited = await editFolder(old, prefix + digits, inside)
      if (edited.size === 0) entries.delete(digits)
      else if (!isSame(old, edited)) entries.set(digits, { mode: '40000', name: digits, id: store(edited.values()) })
    }
    return entries
  }

  const before = edit.root === undefined ? [] : ((await readTrees([edit.root])).get(edit.root) ?? [])
  const placements = [...edit.notes].map(([commit, id]): Placement => ({
    commit,
    blob: id === undefined ? undefined : { mode: '100644', id },
    moves: false,
  }))
  const entries = await editFolder(before, '', placements)
  const unchanged = edit.root !== undefined && isSame(before, entries)
  return { root: unchanged && edit.root !== undefined ? edit.root : store(entries.values()), trees }
}

function isNoteName(name: string, digits: number): boolean {
  return name.length === digits && /^[0-9a-f]+$/.test(name)
}

function folderId(entry: RawTreeEntry | undefined): TreeId | undefined {
  return entry?.mode === '40000' ? (entry.id as TreeId) : undefined
}

function isSame(before: readonly RawTreeEntry[], after: ReadonlyMap<string, RawTreeEntry>): boolean {
  return (
    before.length === after.size &&
    before.every(({ name, id, mode }) => after.get(name)?.id === id && after.get(name)?.mode === mode)
  )
}
