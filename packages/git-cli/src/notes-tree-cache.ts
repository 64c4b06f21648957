import type { TreeEntry } from '@chronicle/core/contracts'
import type { BlobId, CommitId, TreeId } from '@chronicle/schema'
import { addDeeperBlob, commitOfEntry } from './notes-tree.ts'
import type { ObjectReader } from './object-reader.ts'
import { readTrees } from './repository-objects.ts'
import { missingTree } from './tree-walk.ts'

/** The folders of notes trees that one operation has read. */
export interface NotesTreeCache {
  load(ids: readonly TreeId[]): Promise<void>
  get(id: TreeId | undefined): readonly TreeEntry[]
  /** All blobs of some commits, wherever in the tree they are, in tree order. */
  blobsOf(root: TreeId, commits: ReadonlySet<CommitId>): Promise<ReadonlyMap<CommitId, readonly BlobId[]>>
}

export function createNotesTreeCache(objects: ObjectReader, signal: AbortSignal | undefined): NotesTreeCache {
  const cache = new Map<TreeId, readonly TreeEntry[]>()
  const load = async (ids: readonly TreeId[]): Promise<void> => {
    const missing = ids.filter((id) => !cache.has(id))
    for (const [id, entries] of await readTrees(objects, missing, signal)) cache.set(id, entries)
  }
  const get = (id: TreeId | undefined): readonly TreeEntry[] =>
    id === undefined ? [] : (cache.get(id) ?? missingTree(id))
  return {
    load,
    get,
    async blobsOf(root, commits) {
      const found = new Map<CommitId, BlobId[]>()
      let level: readonly (readonly [prefix: string, id: TreeId, commits: readonly CommitId[]])[] = [
        ['', root, [...commits]],
      ]
      while (level.length > 0) {
        await load(level.map(([, id]) => id))
        const next: (readonly [string, TreeId, readonly CommitId[]])[] = []
        for (const [prefix, id, wanted] of level) {
          const entries = new Map(get(id).map((entry) => [`${entry.kind === 'tree' ? '/' : ''}${entry.name}`, entry]))
          const below = new Map<string, CommitId[]>()
          for (const commit of wanted) {
            const digits = commit.slice(prefix.length, prefix.length + 2)
            if (entries.has(`/${digits}`)) below.set(digits, [...(below.get(digits) ?? []), commit])
            const entry = entries.get(commit.slice(prefix.length))
            if (entry && commitOfEntry(prefix, entry, commit.length)) addDeeperBlob(found, commit, entry.id as BlobId)
          }
          for (const [digits, inside] of below) {
            next.push([prefix + digits, entries.get(`/${digits}`)?.id as TreeId, inside])
          }
        }
        level = next
      }
      return found
    },
  }
}
