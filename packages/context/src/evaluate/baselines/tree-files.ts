import type { CallOptions, GitBackend, GitError, TreeEntry } from '@chronicle/core/contracts'
import { codedError } from '@chronicle/core/contracts'
import {
  err,
  ok,
  safeTry,
  type BlobId,
  type CommitId,
  type RepoPath,
  type ResultAsync,
  type TreeId,
} from '@chronicle/schema'

/** A file of a commit. */
export interface TreeFile {
  readonly path: RepoPath
  readonly blob: BlobId
}

/** Trees that were read, by tree id. */
export type TreeCache = Map<TreeId, readonly TreeEntry[]>

/**
 * Returns the files of a commit with their blobs, by path, without links and submodules. Reads only trees that are not
 * cached.
 */
export function readTreeFiles(
  git: GitBackend,
  commit: CommitId,
  cache: TreeCache,
  options: CallOptions,
): ResultAsync<readonly TreeFile[], GitError> {
  return safeTry(async function* () {
    const commits = yield* git.readCommits([commit], options)
    const root = commits.get(commit)?.tree
    if (root === undefined)
      return err(codedError('missing_object', `${commit} is no commit.`, { data: { id: commit } }))
    const files: TreeFile[] = []
    for (let level = [{ folder: '', tree: root }]; level.length > 0;) {
      const unknown = [...new Set(level.map(({ tree }) => tree))].filter((tree) => !cache.has(tree))
      for (const [tree, entries] of yield* git.readTrees(unknown, options)) cache.set(tree, entries)
      const next: { folder: string; tree: TreeId }[] = []
      for (const { folder, tree } of level) {
        const entries = cache.get(tree)
        if (entries === undefined)
          return err(codedError('missing_object', `Tree ${tree} is missing.`, { data: { id: tree } }))
        for (const { name, kind, id } of entries) {
          const path = `${folder}${name}`
          if (kind === 'tree') next.push({ folder: `${path}/`, tree: id as TreeId })
          else if (kind === 'file' || kind === 'executable') files.push({ path: path as RepoPath, blob: id as BlobId })
        }
      }
      level = next
    }
    return ok(files.sort((a, b) => (a.path < b.path ? -1 : 1)))
  })
}
