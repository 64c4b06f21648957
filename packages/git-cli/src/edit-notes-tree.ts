import type { GitError } from '@chronicle/core/contracts'
import { ok, safeTry, type CommitId, type ResultAsync, type TreeId } from '@chronicle/schema'
import { commitOfEntry, isFanOut } from './notes-tree.ts'
import { writeRawTree, type RawTreeEntry } from './parse-tree.ts'

/** An edit of a notes tree. */
export interface NotesTreeEdit {
  readonly root: TreeId | undefined
  /** The new note blob of each commit. `undefined` removes the note. */
  readonly notes: ReadonlyMap<CommitId, string | undefined>
  /** Number of digits of an object id. */
  readonly idLength: number
  readonly readTrees: (ids: readonly TreeId[]) => ResultAsync<ReadonlyMap<TreeId, readonly RawTreeEntry[]>, GitError>
  /** Receives each folder to store, inner folders before outer ones. */
  readonly putTree: (bytes: Uint8Array) => TreeId
}

/** A note to be placed in the tree. A note that only moves must not replace another. */
interface Placement {
  readonly commit: string
  readonly blob: Pick<RawTreeEntry, 'mode' | 'id'> | undefined
  readonly moves: boolean
}

/** Maximum number of notes directly in a folder; above it, the folder is split. Git also splits, at a few hundred. */
const MAX_NOTES_IN_FOLDER = 512

/**
 * Replaces, adds and removes notes, and returns the new tree. The new entry replaces all entries of an edited commit;
 * everything else stays, including entries that are not notes. A new note is filed like its neighbours: in the folder
 * of its digits if that exists or if most notes are in folders, and otherwise beside them.
 */
export function editNotesTree(edit: NotesTreeEdit): ResultAsync<TreeId, GitError> {
  const { idLength, readTrees, putTree } = edit
  const isNote = (prefix: string, entry: RawTreeEntry): boolean => commitOfEntry(prefix, entry, idLength) !== undefined

  const editFolder = (
    before: readonly RawTreeEntry[],
    prefix: string,
    placements: readonly Placement[],
  ): ResultAsync<ReadonlyMap<string, RawTreeEntry>, GitError> =>
    safeTry(async function* () {
      const entries = new Map(before.map((entry) => [entry.name, entry]))
      const below = new Map<string, Placement[]>()
      const pushBelow = (placement: Placement): void => {
        const digits = placement.commit.slice(prefix.length, prefix.length + 2)
        const others = below.get(digits)
        if (others === undefined) below.set(digits, [placement])
        else others.push(placement)
      }
      const isFolder = (name: string): boolean => entries.get(name)?.mode === '40000'
      let folders = before.filter(isFanOut).length
      let notes = before.filter((entry) => isNote(prefix, entry)).length

      for (const placement of placements) {
        const name = placement.commit.slice(prefix.length)
        const own = entries.get(name)
        if (own !== undefined && !placement.moves && isNote(prefix, own)) {
          entries.delete(name)
          notes--
        }
        const digits = name.slice(0, 2)
        const hasFolder = isFolder(digits) || below.has(digits)
        const { blob } = placement
        if (hasFolder || (blob !== undefined && !entries.has(digits) && (folders > notes || entries.has(name)))) {
          if (!hasFolder) folders++
          pushBelow(placement)
        } else if (blob !== undefined) {
          entries.set(name, { ...blob, name })
          notes++
        }
      }
      if (notes > MAX_NOTES_IN_FOLDER) {
        for (const entry of [...entries.values()].filter((other) => isNote(prefix, other))) {
          // The folder's name may already be taken by a file that is not a note.
          if (entries.has(entry.name.slice(0, 2)) && !isFolder(entry.name.slice(0, 2))) continue
          entries.delete(entry.name)
          pushBelow({ commit: prefix + entry.name, blob: entry, moves: true })
        }
      }

      const inner: ReadonlyMap<TreeId | undefined, readonly RawTreeEntry[]> = yield* readTrees(
        [...below.keys()].flatMap((digits) => folderId(entries.get(digits)) ?? []),
      )
      for (const [digits, inside] of below) {
        const old = inner.get(folderId(entries.get(digits))) ?? []
        const edited = yield* editFolder(old, prefix + digits, inside)
        if (edited.size === 0) entries.delete(digits)
        if (edited.size === 0 || isSame(old, edited)) continue
        entries.set(digits, { mode: '40000', name: digits, id: putTree(writeRawTree(edited.values())) })
      }
      return ok(entries)
    })

  return safeTry(async function* () {
    const before = edit.root === undefined ? [] : ((yield* readTrees([edit.root])).get(edit.root) ?? [])
    const placements = [...edit.notes].map(([commit, id]): Placement => ({
      commit,
      blob: id === undefined ? undefined : { mode: '100644', id },
      moves: false,
    }))
    const entries = yield* editFolder(before, '', placements)
    if (edit.root !== undefined && isSame(before, entries)) return ok(edit.root)
    return ok(putTree(writeRawTree(entries.values())))
  })
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
