import type { FileContent } from '@chronicle/core/contracts'
import { comparePaths, isUtf8Path, type BlobId, type RepoPath } from '@chronicle/schema'
import { hashBlob } from 'isomorphic-git'
import { createIgnoreRules } from './ignore-rules.ts'
import { readBytes, readNames, unlessAbsent, type FileStatus, type FileSystem } from './file-system.ts'
import type { IndexEntry } from './index-file.ts'
import { isRepoPath } from './repo-path.ts'

/** The working tree of a repository. */
export interface Worktree {
  readonly fs: FileSystem
  readonly dir: string
  readonly gitdir: string
  readonly index: readonly IndexEntry[]
}

/** Reads a file from the working tree. Follows no symbolic links: neither the file itself nor a folder above it. */
export async function readWorktreeFile(worktree: Worktree, path: RepoPath): Promise<FileContent | undefined> {
  const { fs, dir, index } = worktree
  if (!isRepoPath(path) || !(await hasRealFolders(worktree, path))) return undefined
  const file = `${dir}/${path}`
  const status = await unlessAbsent(fs.promises.lstat(file))
  if (status?.isDirectory() === true) {
    const module = index.find((entry) => entry.path === path && entry.kind === 'submodule')
    return module && { kind: 'submodule', id: module.id as BlobId, bytes: new Uint8Array() }
  }
  const bytes = await readContent(fs, file, status)
  if (bytes === undefined) return undefined
  const { oid } = await hashBlob({ object: bytes })
  return { kind: status?.isSymbolicLink() === true ? 'symlink' : 'file', id: oid as BlobId, bytes }
}

/**
 * Returns the files that git tracks and that still exist, and those that could be added: neither ignored nor in a
 * nested repository.
 */
export async function listWorktree(worktree: Worktree, under: RepoPath | undefined): Promise<readonly RepoPath[]> {
  const tracked = new Map(worktree.index.map((entry) => [entry.path, entry.kind]))
  const trackedFolders = new Set<string>()
  for (const path of tracked.keys()) {
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      trackedFolders.add(path.slice(0, slash))
    }
  }
  const isIgnored = createIgnoreRules(worktree)
  const found: RepoPath[] = []
  const walk = async (folder: string, ignored: boolean): Promise<void> => {
    const names = await readNames(worktree.fs, joinPath(worktree.dir, folder))
    for (const name of names) {
      if (name === '.git') continue
      const path = joinPath(folder, name) as RepoPath
      const status = await unlessAbsent(worktree.fs.promises.lstat(`${worktree.dir}/${path}`))
      const kind = tracked.get(path)
      if (status?.isDirectory() === true) {
        if (kind === 'submodule' || (await isOwnRepository(worktree, path))) continue
        const hidden = ignored || (await isIgnored(`${path}/`))
        if (!hidden || trackedFolders.has(path)) await walk(path, hidden)
      } else if (status?.isFile() === true || status?.isSymbolicLink() === true) {
        if (isUtf8Path(path) && (kind !== undefined || (!ignored && !(await isIgnored(path))))) found.push(path)
      }
    }
  }
  if (under === undefined) await walk('', false)
  else if (isRepoPath(under) && (await isPlainFolder(worktree, under)) && tracked.get(under) === undefined) {
    await walk(under, await isIgnored(`${under}/`))
  }
  return found.sort(comparePaths)
}

function joinPath(folder: string, name: string): string {
  return folder === '' ? name : name === '' ? folder : `${folder}/${name}`
}

async function readContent(
  fs: FileSystem,
  file: string,
  status: FileStatus | undefined,
): Promise<Uint8Array | undefined> {
  if (status?.isFile() === true) return readBytes(fs, file)
  if (status?.isSymbolicLink() !== true) return undefined
  const target = await unlessAbsent(fs.promises.readlink(file, { encoding: 'buffer' }))
  return typeof target === 'string' ? new TextEncoder().encode(target) : target
}

async function hasRealFolders({ fs, dir }: Worktree, path: string): Promise<boolean> {
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
    const status = await unlessAbsent(fs.promises.lstat(`${dir}/${path.slice(0, slash)}`))
    if (status?.isDirectory() !== true) return false
  }
  return true
}

async function isPlainFolder(worktree: Worktree, path: string): Promise<boolean> {
  return (await hasRealFolders(worktree, `${path}/`)) && !(await isOwnRepository(worktree, path))
}

async function isOwnRepository({ fs, dir }: Worktree, folder: string): Promise<boolean> {
  return (await unlessAbsent(fs.promises.lstat(`${dir}/${folder}/.git`))) !== undefined
}
