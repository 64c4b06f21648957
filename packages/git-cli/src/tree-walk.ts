import type { GitError, TreeEntry } from '@chronicle/core/contracts'
import { err, ok, safeTry, type ResultAsync, type TreeId } from '@chronicle/schema'
import type { ObjectReader } from './object-reader.ts'
import { missingTree, readTrees } from './repository-objects.ts'

/** An entry that is not a folder, with its path relative to the walked tree. */
export interface WalkedEntry extends TreeEntry {
  readonly path: string
}

/** Returns all entries below a tree except folders, in any order. Needs one round trip per level of folders. */
export function walkTree(objects: ObjectReader, root: TreeId): ResultAsync<readonly WalkedEntry[], GitError> {
  return safeTry(async function* () {
    const found: WalkedEntry[] = []
    let level: readonly (readonly [path: string, id: TreeId])[] = [['', root]]
    while (level.length > 0) {
      const trees = yield* readTrees(
        objects,
        level.map(([, id]) => id),
      )
      const next: (readonly [string, TreeId])[] = []
      for (const [parent, id] of level) {
        const entries = trees.get(id)
        if (entries === undefined) return err(missingTree(id))
        for (const entry of entries) {
          const path = parent === '' ? entry.name : `${parent}/${entry.name}`
          if (entry.kind !== 'tree') found.push({ ...entry, path })
          else next.push([path, entry.id as TreeId])
        }
      }
      level = next
    }
    return ok(found)
  })
}
