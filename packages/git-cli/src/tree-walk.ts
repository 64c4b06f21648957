import type { TreeEntry } from '@chronicle/core/contracts'
import type { TreeId } from '@chronicle/schema'
import { GitFailure } from './git-failure.ts'
import type { ObjectReader } from './object-reader.ts'
import { readTrees } from './repository-objects.ts'

/** An entry that is no folder, with its path below the tree that was walked. */
export interface WalkedEntry extends TreeEntry {
  readonly path: string
}

/**
 * All entries below a tree, folders taken apart, in no particular order. One round trip for each level of folders.
 * `descend` says which folders are looked into.
 */
export async function walkTree(
  objects: ObjectReader,
  root: TreeId,
  signal: AbortSignal | undefined,
  descend: (path: string, name: string) => boolean = () => true,
): Promise<readonly WalkedEntry[]> {
  const found: WalkedEntry[] = []
  let level: readonly (readonly [path: string, id: TreeId])[] = [['', root]]
  while (level.length > 0) {
    const trees = await readTrees(
      objects,
      level.map(([, id]) => id),
      signal,
    )
    const next: (readonly [string, TreeId])[] = []
    for (const [parent, id] of level) {
      for (const entry of trees.get(id) ?? missingTree(id)) {
        const path = parent === '' ? entry.name : `${parent}/${entry.name}`
        if (entry.kind !== 'tree') found.push({ ...entry, path })
        else if (descend(path, entry.name)) next.push([path, entry.id as TreeId])
      }
    }
    level = next
  }
  return found
}

export function missingTree(id: string): never {
  throw new GitFailure(
    'missing_object',
    `The tree ${id} is not in the repository. Run "git fsck" to see what is lost.`,
    {
      data: { id },
    },
  )
}
