import type { TreeEntry } from '@chronicle/core/contracts'
import type { RepoPath, TreeId } from '@chronicle/schema'
import type { ObjectStore } from './object-store.ts'
import { parseTree } from './parse-objects.ts'

/** A file of a tree, with its path from the root. */
export interface TreeFile {
  readonly path: RepoPath
  readonly kind: TreeEntry['kind']
}

/** Returns the entry of a tree at a path. */
export async function findEntry(objects: ObjectStore, root: TreeId, path: string): Promise<TreeEntry | undefined> {
  let entry: TreeEntry | undefined = { name: '', kind: 'tree', id: root }
  for (const name of path.split('/')) {
    if (entry?.kind !== 'tree') return undefined
    const object = await objects.read(entry.id)
    if (object?.type !== 'tree') return undefined
    entry = parseTree(object.bytes).find((candidate) => candidate.name === name)
  }
  return entry
}

/** Returns all entries below a tree except folders. Reads one level of folders after the other. */
export async function walkTree(objects: ObjectStore, root: TreeId): Promise<readonly TreeFile[]> {
  const files: TreeFile[] = []
  let folders: readonly { readonly id: TreeId; readonly path: string }[] = [{ id: root, path: '' }]
  while (folders.length > 0) {
    const ids = folders.map(({ id }) => id)
    const trees = await objects.readAll(ids, 'tree', parseTree)
    const inner: { readonly id: TreeId; readonly path: string }[] = []
    for (const folder of folders) {
      for (const { name, kind, id } of trees.get(folder.id) ?? []) {
        const path = folder.path + name
        if (kind === 'tree') inner.push({ id: id as TreeId, path: `${path}/` })
        else files.push({ path: path as RepoPath, kind })
      }
    }
    folders = inner
  }
  return files
}
