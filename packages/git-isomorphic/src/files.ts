import type { FileContent, TreeState } from '@chronicle/core/contracts'
import { comparePaths, type BlobId, type CommitId, type RepoPath, type TreeId } from '@chronicle/schema'
import { BackendFailure } from './backend-failure.ts'
import { readIndex } from './index-file.ts'
import type { OpenRepository } from './open-repository.ts'
import { parseCommit, type ObjectKind } from './parse-objects.ts'
import { isRepoPath } from './repo-path.ts'
import { findEntry, walkTree } from './tree-walk.ts'
import { listWorktree, readWorktreeFile, type Worktree } from './worktree.ts'

/** Reads a file from a commit, the index or the working tree. */
export async function readFile(
  opened: OpenRepository,
  at: TreeState,
  path: RepoPath,
): Promise<FileContent | undefined> {
  if (!isRepoPath(path)) return undefined
  if (at === 'WORKTREE') return readWorktreeFile(await openWorktree(opened), path)
  const entry = at === 'INDEX' ? await findIndexEntry(opened, path) : await findCommittedEntry(opened, at.commit, path)
  if (entry === undefined || entry.kind === 'tree') return undefined
  const id = entry.id as BlobId
  if (entry.kind === 'submodule') return { kind: 'submodule', id, bytes: new Uint8Array() }
  const object = await opened.objects.read(id)
  if (object?.type !== 'blob') {
    throw new BackendFailure(
      'missing_object',
      `The content of ${path}, the blob ${id}, is not in the repository. Check the repository with git fsck.`,
      { data: { path, id } },
    )
  }
  return { kind: entry.kind === 'symlink' ? 'symlink' : 'file', id, bytes: object.bytes }
}

/** Returns the file paths of a commit, the index or the working tree, in byte order. */
export async function listFiles(opened: OpenRepository, at: TreeState, under?: RepoPath): Promise<readonly RepoPath[]> {
  if (under !== undefined && !isRepoPath(under)) return []
  if (at === 'WORKTREE') return listWorktree(await openWorktree(opened), under)
  const files = at === 'INDEX' ? await readIndexOf(opened) : await listCommit(opened, at.commit, under)
  const paths = new Set(files.filter(({ kind }) => kind !== 'submodule').map(({ path }) => path))
  return [...paths].filter((path) => under === undefined || path.startsWith(`${under}/`)).sort(comparePaths)
}

/** Returns the staged entry, or our side of a path in conflict. */
async function findIndexEntry(opened: OpenRepository, path: RepoPath): Promise<ObjectKind | undefined> {
  const entries = (await readIndexOf(opened)).filter((entry) => entry.path === path)
  return entries.find(({ stage }) => stage === 0) ?? entries.find(({ stage }) => stage === 2)
}

async function findCommittedEntry(
  opened: OpenRepository,
  commit: CommitId,
  path: RepoPath,
): Promise<ObjectKind | undefined> {
  const root = await readRoot(opened, commit)
  return root && findEntry(opened.objects, root, path)
}

async function listCommit(
  opened: OpenRepository,
  commit: CommitId,
  under: RepoPath | undefined,
): Promise<readonly { readonly path: RepoPath; readonly kind: string }[]> {
  const root = await readRoot(opened, commit)
  if (root === undefined) return []
  if (under === undefined) return walkTree(opened.objects, root)
  const entry = await findEntry(opened.objects, root, under)
  if (entry?.kind !== 'tree') return []
  const files = await walkTree(opened.objects, entry.id as TreeId)
  return files.map(({ path, kind }) => ({ path: `${under}/${path}` as RepoPath, kind }))
}

async function readRoot({ objects }: OpenRepository, commit: CommitId): Promise<TreeId | undefined> {
  const object = await objects.read(commit)
  return object?.type === 'commit' ? parseCommit(commit, object.bytes).tree : undefined
}

function readIndexOf({ fs, repository }: OpenRepository): ReturnType<typeof readIndex> {
  return readIndex(fs, repository.gitdir)
}

async function openWorktree(opened: OpenRepository): Promise<Worktree> {
  const { gitdir, worktreeDir } = opened.repository
  if (worktreeDir === undefined) {
    throw new BackendFailure(
      'unsupported',
      `${gitdir} is a bare repository and has no working tree. Name a commit instead of the working tree.`,
      { data: { gitdir } },
    )
  }
  return { fs: opened.fs, dir: worktreeDir, gitdir, index: await readIndexOf(opened) }
}
