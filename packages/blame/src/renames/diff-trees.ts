import type { GitError, TreeEntry } from '@chronicle/core/contracts'
import { comparePaths, ok, safeTry, type RepoPath, type ResultAsync, type TreeId } from '@chronicle/schema'
import { asFile, type FileEntry, type ObjectReader } from '../object-reader.ts'

/** A file that exists in only one of two trees. */
export interface FileAt extends FileEntry {
  readonly path: RepoPath
}

/** The files that exist in only one of two trees, in byte order of their paths. */
export interface TreeDifference {
  readonly deleted: readonly FileAt[]
  readonly added: readonly FileAt[]
}

/** A tree difference with the paths of all files that differ, including those that both trees have. */
export interface FullDifference extends TreeDifference {
  readonly changed: readonly RepoPath[]
}

interface Pair {
  readonly folder: string
  readonly from: TreeId | undefined
  readonly to: TreeId | undefined
}

/** Compares two trees. Reads only the folders that differ, one level at a time. */
export function diffTrees(
  reader: ObjectReader,
  from: TreeId | undefined,
  to: TreeId | undefined,
): ResultAsync<FullDifference, GitError> {
  return safeTry(async function* () {
    const deleted: FileAt[] = []
    const added: FileAt[] = []
    const changed: RepoPath[] = []
    let pairs: readonly Pair[] = from === to ? [] : [{ folder: '', from, to }]
    while (pairs.length > 0) {
      const ids = pairs.flatMap((pair) => [pair.from, pair.to]).filter((id) => id !== undefined)
      const trees = yield* reader.trees(ids)
      const entriesOf = new Map(ids.map((id, index) => [id, trees[index]!]))
      const next: Pair[] = []
      for (const pair of pairs) {
        const before = byName(pair.from && entriesOf.get(pair.from))
        const after = byName(pair.to && entriesOf.get(pair.to))
        for (const name of new Set([...before.keys(), ...after.keys()])) {
          const one = before.get(name)
          const two = after.get(name)
          if (one?.id === two?.id && one?.kind === two?.kind) continue
          const path = (pair.folder + name) as RepoPath
          const oldFile = asFile(one)
          const newFile = asFile(two)
          if (oldFile && !newFile) deleted.push({ ...oldFile, path })
          if (newFile && !oldFile) added.push({ ...newFile, path })
          if (newFile ?? oldFile) changed.push(path)
          const oldTree = treeId(one)
          const newTree = treeId(two)
          if (oldTree ?? newTree) next.push({ folder: `${path}/`, from: oldTree, to: newTree })
        }
      }
      pairs = next
    }
    const inOrder = (a: FileAt, b: FileAt): number => comparePaths(a.path, b.path)
    return ok({ deleted: deleted.sort(inOrder), added: added.sort(inOrder), changed: changed.sort(comparePaths) })
  })
}

function byName(entries: readonly TreeEntry[] | undefined): ReadonlyMap<string, TreeEntry> {
  return new Map(entries?.map((entry) => [entry.name, entry]))
}

function treeId(entry: TreeEntry | undefined): TreeId | undefined {
  return entry?.kind === 'tree' ? (entry.id as TreeId) : undefined
}
