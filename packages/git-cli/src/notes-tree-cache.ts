import type { GitError } from '@chronicle/core/contracts'
import { ok, safeTry, type BlobId, type CommitId, type ResultAsync, type TreeId } from '@chronicle/schema'
import { addDeeperBlob, commitOfEntry, isFanOut } from './notes-tree.ts'
import type { ObjectReader } from './object-reader.ts'
import type { RawTreeEntry } from './parse-tree.ts'
import { readRawTrees } from './repository-objects.ts'

/** Cache of the notes tree folders that one operation has read. */
export interface NotesTreeCache {
  load(ids: readonly TreeId[]): ResultAsync<void, GitError>
  /** Returns the entries of a loaded folder. */
  get(id: TreeId | undefined): readonly RawTreeEntry[]
  /** Returns all note blobs of some commits, at any depth, in tree order. */
  blobsOf(root: TreeId, commits: ReadonlySet<CommitId>): ResultAsync<ReadonlyMap<CommitId, readonly BlobId[]>, GitError>
}

export function createNotesTreeCache(objects: ObjectReader): NotesTreeCache {
  const cache = new Map<TreeId, readonly RawTreeEntry[]>()
  const load: NotesTreeCache['load'] = (ids) => {
    const missing = ids.filter((id) => !cache.has(id))
    return readRawTrees(objects, missing).map((trees) => trees.forEach((entries, id) => cache.set(id, entries)))
  }
  const get: NotesTreeCache['get'] = (id) => (id === undefined ? undefined : cache.get(id)) ?? []
  return {
    load,
    get,
    blobsOf: (root, commits) =>
      safeTry(async function* () {
        const found = new Map<CommitId, readonly BlobId[]>()
        let level: readonly (readonly [prefix: string, id: TreeId, commits: readonly CommitId[]])[] = [
          ['', root, [...commits]],
        ]
        while (level.length > 0) {
          yield* load(level.map(([, id]) => id))
          const next: (readonly [string, TreeId, readonly CommitId[]])[] = []
          for (const [prefix, id, wanted] of level) {
            const entries = new Map(get(id).map((entry) => [entry.name, entry]))
            const below = new Map<string, CommitId[]>()
            for (const commit of wanted) {
              const digits = commit.slice(prefix.length, prefix.length + 2)
              const folder = entries.get(digits)
              if (folder !== undefined && isFanOut(folder)) {
                const inside = below.get(digits)
                if (inside === undefined) below.set(digits, [commit])
                else inside.push(commit)
              }
              const entry = entries.get(commit.slice(prefix.length))
              if (entry && commitOfEntry(prefix, entry, commit.length)) addDeeperBlob(found, commit, entry.id as BlobId)
            }
            for (const [digits, inside] of below) {
              next.push([prefix + digits, entries.get(digits)?.id as TreeId, inside])
            }
          }
          level = next
        }
        return ok(found)
      }),
  }
}
