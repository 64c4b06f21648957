import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStatus, FileSystem, FileSystemPromises } from '../src/index.ts'

type Node =
  | { readonly kind: 'folder' }
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly time: number }
  | { readonly kind: 'link'; readonly target: string }

/** An in-memory file system as a browser would have it: plain `Uint8Array`s, one operation at a time. */
export interface MemoryFileSystem extends FileSystem {
  readonly nodes: Map<string, Node>
}

/** Copies a folder into memory, to the same path. */
export async function copyToMemory(
  dir: string,
  options: { readonly rename?: boolean } = {},
): Promise<MemoryFileSystem> {
  const nodes = new Map<string, Node>([['', { kind: 'folder' }]])
  for (let at = dir.indexOf('/', 1); at >= 0; at = dir.indexOf('/', at + 1))
    nodes.set(dir.slice(0, at), { kind: 'folder' })
  const copy = async (path: string): Promise<void> => {
    const status = await lstat(path)
    if (status.isSymbolicLink()) nodes.set(path, { kind: 'link', target: await readlink(path) })
    else if (status.isFile())
      nodes.set(path, { kind: 'file', bytes: Uint8Array.from(await readFile(path)), time: 1e12 })
    else {
      nodes.set(path, { kind: 'folder' })
      for (const name of await readdir(path)) await copy(join(path, name))
    }
  }
  await copy(dir)
  return { nodes, promises: memoryPromises(nodes, options.rename ?? true) }
}

function memoryPromises(nodes: Map<string, Node>, rename: boolean): FileSystemPromises {
  const fail = (code: string, path: string): never => {
    throw Object.assign(new Error(`${code}: ${path}`), { code })
  }
  const clean = (path: string): string => path.replace(/\/+$/, '')
  const find = (path: string): Node => {
    const node = nodes.get(clean(path))
    if (node) return node
    const parent = nodes.get(clean(path).slice(0, clean(path).lastIndexOf('/')))
    return fail(parent?.kind === 'file' ? 'ENOTDIR' : 'ENOENT', path)
  }
  const follow = (path: string): Node => {
    const node = find(path)
    return node.kind === 'link' ? follow(join(path, '..', node.target)) : node
  }
  const requireFolder = (path: string): void => {
    const parent = clean(path).slice(0, clean(path).lastIndexOf('/'))
    if (find(parent).kind !== 'folder') fail('ENOTDIR', path)
  }
  const status = (node: Node): FileStatus => ({
    isFile: () => node.kind === 'file',
    isDirectory: () => node.kind === 'folder',
    isSymbolicLink: () => node.kind === 'link',
    mtimeMs: node.kind === 'file' ? node.time : 0,
  })
  return {
    async readFile(path) {
      const node = follow(path)
      return node.kind === 'file' ? node.bytes.slice() : fail('EISDIR', path)
    },
    async writeFile(path, data, options) {
      requireFolder(path)
      if (nodes.get(path)?.kind === 'folder') fail('EISDIR', path)
      if (options?.flag === 'wx' && nodes.has(path)) fail('EEXIST', path)
      const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : Uint8Array.from(data)
      nodes.set(path, { kind: 'file', bytes, time: 1_700_000_000_500 })
    },
    async unlink(path) {
      find(path)
      nodes.delete(path)
    },
    async readdir(path) {
      if (follow(path).kind !== 'folder') fail('ENOTDIR', path)
      const start = `${clean(path)}/`
      const below = [...nodes.keys()].filter((key) => key.startsWith(start))
      return below.map((key) => key.slice(start.length)).filter((name) => name !== '' && !name.includes('/'))
    },
    async mkdir(path) {
      requireFolder(path)
      if (nodes.has(clean(path))) fail('EEXIST', path)
      nodes.set(clean(path), { kind: 'folder' })
    },
    async rmdir(path) {
      find(path)
      nodes.delete(clean(path))
    },
    stat: async (path) => status(follow(path)),
    lstat: async (path) => status(find(path)),
    async readlink(path) {
      const node = find(path)
      return node.kind === 'link' ? node.target : fail('EINVAL', path)
    },
    async symlink(target, path) {
      nodes.set(path, { kind: 'link', target })
    },
    ...(rename && {
      async rename(from: string, to: string) {
        const node = find(from)
        if (nodes.get(to)?.kind === 'folder') fail('EISDIR', to)
        nodes.delete(from)
        nodes.set(to, node)
      },
    }),
  }
}
