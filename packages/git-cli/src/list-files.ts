import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitError, TreeState } from '@chronicle/core/contracts'
import { ok, safeTry, type RepoPath, type ResultAsync, type TreeId } from '@chronicle/schema'
import { sortByBytes } from './byte-order.ts'
import { listIndex, listWorktree } from './list-index.ts'
import type { Repository } from './open-repository.ts'
import { findEntry, isRepoPath, readRootTree } from './repository-objects.ts'
import { walkTree } from './tree-walk.ts'

/** Returns the paths of all files under a folder, in byte order. */
export function listFiles(
  repository: Repository,
  at: TreeState,
  under: RepoPath | undefined,
): ResultAsync<readonly RepoPath[], GitError> {
  return safeTry(async function* () {
    if (under !== undefined && !isRepoPath(under)) return ok([])
    if (typeof at === 'object') {
      const root = yield* findFolder(repository, at, under)
      if (root === undefined) return ok([])
      const entries = (yield* walkTree(repository.objects, root)).filter(({ kind }) => kind !== 'submodule')
      const paths = entries.map(({ path }) => (under === undefined ? path : `${under}/${path}`))
      return ok(sortByBytes(paths) as RepoPath[])
    }
    const below = (path: string): boolean => under === undefined || path.startsWith(`${under}/`)
    const paths = new Set<string>()
    if (at === 'INDEX') {
      for (const { path, kind } of yield* listIndex(repository, under)) if (kind !== 'submodule') paths.add(path)
    } else {
      const { info } = yield* repository.worktree()
      const statuses = yield* listWorktree(repository, under)
      const gone = new Set(statuses.flatMap((status) => (status.deleted ? status.path : [])))
      for (const { path, changed } of statuses) {
        // To git, a file that was replaced by a folder is changed, not deleted.
        if (changed && !gone.has(path) && (await isFolder(join(info.worktreeDir, path)))) gone.add(path)
      }
      for (const { path, entry } of statuses) {
        // Git lists an untracked folder that contains its own repository as a folder.
        if (!gone.has(path) && entry?.kind !== 'submodule' && !path.endsWith('/')) paths.add(path)
      }
    }
    return ok(sortByBytes([...paths].filter(below)) as RepoPath[])
  })
}

async function isFolder(path: string): Promise<boolean> {
  // A path that cannot be inspected stays listed, as in git.
  return (await lstat(path).catch(() => undefined))?.isDirectory() ?? false
}

function findFolder(
  repository: Repository,
  { commit }: Exclude<TreeState, string>,
  under: RepoPath | undefined,
): ResultAsync<TreeId | undefined, GitError> {
  if (under === undefined) return readRootTree(repository.objects, commit)
  return findEntry(repository, commit, under).map((entry) =>
    entry?.kind === 'tree' ? (entry.id as TreeId) : undefined,
  )
}
