import type { CallOptions, GitBackend, GitError, TreeState } from '@chronicle/core/contracts'
import {
  comparePaths,
  ok,
  safeTry,
  type BlobId,
  type CommitId,
  type RepoPath,
  type ResultAsync,
  type TreeId,
} from '@chronicle/schema'

/** A file of a state: its path and content. */
export interface ListedFile {
  readonly path: RepoPath
  readonly blob: BlobId
}

/** Lists the files of a commit, in byte order of their paths. Links and submodules are omitted. */
export function listCommit(
  git: GitBackend,
  commit: CommitId,
  call: CallOptions,
): ResultAsync<readonly ListedFile[], GitError> {
  return safeTry(async function* () {
    const commits = yield* git.readCommits([commit], call)
    const root = commits.get(commit)?.tree
    const files: ListedFile[] = []
    let folders: (readonly [prefix: string, tree: TreeId])[] = root === undefined ? [] : [['', root]]
    while (folders.length > 0) {
      const trees = yield* git.readTrees([...new Set(folders.map(([, tree]) => tree))], call)
      const next: (readonly [string, TreeId])[] = []
      for (const [prefix, tree] of folders) {
        for (const { name, kind, id } of trees.get(tree) ?? []) {
          if (kind === 'tree') next.push([`${prefix}${name}/`, id as TreeId])
          else if (kind === 'file' || kind === 'executable')
            files.push({ path: `${prefix}${name}` as RepoPath, blob: id as BlobId })
        }
      }
      folders = next
    }
    return ok(files.sort((a, b) => comparePaths(a.path, b.path)))
  })
}

/**
 * Returns the files of the working tree or index that differ from a commit, with their bytes, or `undefined` for a
 * deleted file. If git cannot tell which files differ, reads all of them.
 */
export function listChanges(
  git: GitBackend,
  head: CommitId | undefined,
  state: Exclude<TreeState, object>,
  listed: readonly ListedFile[],
  call: CallOptions,
): ResultAsync<ReadonlyMap<RepoPath, { readonly blob: BlobId; readonly bytes: Uint8Array } | undefined>, GitError> {
  return safeTry(async function* () {
    const present = yield* git.listFiles(state, undefined, call)
    const before = new Set<string>(listed.map(({ path }) => path))
    const changed = new Set<RepoPath>(present.filter((path) => !before.has(path)))
    const here = new Set<string>(present)
    for (const path of before) if (!here.has(path)) changed.add(path as RepoPath)
    const committed = new Map(listed.map(({ path, blob }) => [path as string, blob]))
    if (head !== undefined && git.diff !== undefined) {
      for (const { oldPath, newPath } of yield* git.diff({ from: { commit: head }, to: state }, call)) {
        if (oldPath !== undefined) changed.add(oldPath)
        if (newPath !== undefined) changed.add(newPath)
      }
    } else for (const { path } of listed) changed.add(path)
    const changes = new Map<RepoPath, { blob: BlobId; bytes: Uint8Array } | undefined>()
    for (const path of [...changed].sort()) {
      const content = here.has(path) ? yield* git.readFile(state, path, call) : undefined
      if (content?.kind === 'file' && content.id === committed.get(path)) continue
      changes.set(path, content?.kind === 'file' ? { blob: content.id, bytes: content.bytes } : undefined)
    }
    return ok(changes)
  })
}
