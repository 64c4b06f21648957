import type { GitError, NotesListing, NotesTip } from '@chronicle/core/contracts'
import {
  ok,
  safeTry,
  type BlobId,
  type CommitId,
  type NotesRef,
  type ResultAsync,
  type TreeId,
} from '@chronicle/schema'
import { addDeeperBlob, commitOfEntry, isFanOut, rootOf } from './notes-tree.ts'
import type { Repository } from './open-repository.ts'
import { readRawTrees } from './repository-objects.ts'
import { readNotesTip } from './resolve-revision.ts'

/** Maximum number of folders in a level; above it, one `git ls-tree` is faster than reading each folder. */
const MAX_FOLDERS = 1024

const NOTE_PATH = /^(?:[0-9a-f]{2}\/)*[0-9a-f]+$/
const TAB = 9

/** Returns every note of a ref. */
export function listNotes(repository: Repository, ref: NotesRef): ResultAsync<NotesListing, GitError> {
  return safeTry(async function* () {
    const { objects } = repository
    const tip = yield* readNotesTip(repository, ref)
    if (tip === undefined) return ok({ tip, notes: new Map() })
    const notes = new Map<CommitId, readonly BlobId[]>()
    let level: readonly (readonly [prefix: string, id: TreeId])[] = [['', yield* rootOf(objects, tip)]]
    while (level.length > 0) {
      if (level.length > MAX_FOLDERS) return listByGit(repository, tip).map((notes) => ({ tip, notes }))
      const ids = level.map(([, id]) => id)
      const trees = yield* readRawTrees(objects, ids)
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
    return ok({ tip, notes: sortNotes(notes) })
  })
}

function listByGit({ run }: Repository, tip: NotesTip): ResultAsync<NotesListing['notes'], GitError> {
  const listed = run({ args: ['ls-tree', '-r', '-z', '--full-tree', tip] })
  return listed.map(({ stdout }) => parseListing(stdout, tip.length))
}

function parseListing(stdout: Buffer, idLength: number): NotesListing['notes'] {
  const notes = new Map<CommitId, readonly BlobId[]>()
  for (let start = 0; start < stdout.length;) {
    // `<mode> <type> <id>TAB<path>NUL`, in path order. Each string is decoded from the bytes, because a slice of one
    // long string would keep all of it in memory.
    const tab = stdout.indexOf(TAB, start)
    const end = stdout.indexOf(0, tab)
    const path = stdout.toString('latin1', tab + 1, end)
    const isSubmodule = stdout.toString('latin1', start, start + 6) === '160000'
    start = end + 1
    if (isSubmodule || path.length < idLength || !NOTE_PATH.test(path)) continue
    const commit = path.replaceAll('/', '') as CommitId
    if (commit.length !== idLength) continue
    const blob = stdout.toString('latin1', tab - idLength, tab) as BlobId
    const others = notes.get(commit)
    if (others === undefined) notes.set(commit, [blob])
    else if (!others.includes(blob)) notes.set(commit, [...others, blob])
  }
  return sortNotes(notes)
}

/** Sorts by commit id. Most trees are in this order already. */
function sortNotes(notes: ReadonlyMap<CommitId, readonly BlobId[]>): NotesListing['notes'] {
  let last = ''
  for (const commit of notes.keys()) {
    if (commit < last) return new Map([...notes].sort(([a], [b]) => (a < b ? -1 : 1)))
    last = commit
  }
  return notes
}
