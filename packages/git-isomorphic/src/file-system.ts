/** The status of a file. */
export interface FileStatus {
  isFile(): boolean
  isDirectory(): boolean
  isSymbolicLink(): boolean
  readonly mtimeMs: number | bigint
}

/** The part of the `node:fs` promise API that is used. Failures have Node's codes: `ENOENT`, `EEXIST`, … */
export interface FileSystemPromises {
  /** Returns bytes, as no encoding is requested. Text is assumed to be UTF-8. */
  readFile(path: string): Promise<Uint8Array | string>
  writeFile(path: string, data: Uint8Array | string, options?: { readonly flag?: string }): Promise<unknown>
  unlink(path: string): Promise<unknown>
  /** Returns names as text. */
  readdir(path: string): Promise<readonly unknown[]>
  mkdir(path: string): Promise<unknown>
  rmdir(path: string): Promise<unknown>
  stat(path: string): Promise<FileStatus>
  lstat(path: string): Promise<FileStatus>
  readlink(path: string, options: { readonly encoding: 'buffer' }): Promise<Uint8Array | string>
  symlink(target: string, path: string): Promise<unknown>
  /** If absent, refs are overwritten in place, and a reader may see a partial write. */
  rename?(from: string, to: string): Promise<unknown>
  /** If absent, symbolic links in a path are not resolved. */
  realpath?(path: string): Promise<unknown>
}

/** A file system: `node:fs`, `memfs`, or anything with the same promise API. */
export interface FileSystem {
  readonly promises: FileSystemPromises
}

/** Nothing can exist under a name that is too long. */
const ABSENT: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'])

/** Returns the code of a failed file operation. */
export function failureCode(failure: unknown): unknown {
  return typeof failure === 'object' && failure !== null && 'code' in failure ? failure.code : undefined
}

/** Returns the result, or `undefined` if the file or folder does not exist. */
export async function unlessAbsent<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation
  } catch (failure) {
    if (ABSENT.has(failureCode(failure))) return undefined
    throw failure
  }
}

/** Returns the names in a folder, or none if it does not exist. */
export async function readNames({ promises }: FileSystem, folder: string): Promise<readonly string[]> {
  return ((await unlessAbsent(promises.readdir(folder))) ?? []).map(String)
}

/** Returns the content of a file, or `undefined` if it does not exist or is a folder. */
export async function readBytes(fs: FileSystem, path: string): Promise<Uint8Array | undefined> {
  try {
    const content = await unlessAbsent(fs.promises.readFile(path))
    return typeof content === 'string' ? new TextEncoder().encode(content) : content
  } catch (failure) {
    if (failureCode(failure) === 'EISDIR') return undefined
    throw failure
  }
}

/** Returns the content of a text file. */
export async function readText(fs: FileSystem, path: string): Promise<string | undefined> {
  const bytes = await readBytes(fs, path)
  return bytes && new TextDecoder().decode(bytes)
}

/** Creates a folder and its parent folders. */
export async function makeFolder(fs: FileSystem, path: string): Promise<void> {
  try {
    await fs.promises.mkdir(path)
  } catch (failure) {
    if (failureCode(failure) === 'EEXIST') return
    if (failureCode(failure) !== 'ENOENT' || parentOf(path) === path) throw failure
    await makeFolder(fs, parentOf(path))
    await makeFolder(fs, path)
  }
}

/** Returns the folder that contains a path. For a root, returns the root itself. */
export function parentOf(path: string): string {
  const trimmed = path.replace(/(?<=[^/\\])[/\\]+$/, '')
  const slash = Math.max(trimmed.lastIndexOf('/'), trimmed.lastIndexOf('\\'))
  if (slash < 0) return trimmed
  const parent = trimmed.slice(0, slash)
  return parent === '' || parent.endsWith(':') ? trimmed.slice(0, slash + 1) : parent
}

/** Resolves a path, which may be relative, and its `.` and `..` segments. */
export function resolvePath(folder: string, path: string): string {
  const absolute = /^(?:[/\\]|[A-Za-z]:)/.test(path) ? path : `${folder}/${path}`
  const [, root = '', rest = ''] = /^((?:[A-Za-z]:)?[/\\]?)([^]*)$/.exec(absolute) ?? []
  const segments: string[] = []
  for (const segment of rest.split(/[/\\]/)) {
    if (segment === '..') segments.pop()
    else if (segment !== '.' && segment !== '') segments.push(segment)
  }
  return root + segments.join('/')
}

/** Returns a file system with the functions that isomorphic-git uses, some of them replaced. */
export function replaceFunctions({ promises }: FileSystem, replaced: Partial<FileSystemPromises>): FileSystem {
  return {
    promises: {
      readFile: (path) => promises.readFile(path),
      writeFile: (path, data, options) => promises.writeFile(path, data, options),
      unlink: (path) => promises.unlink(path),
      readdir: (path) => promises.readdir(path),
      mkdir: (path) => promises.mkdir(path),
      rmdir: (path) => promises.rmdir(path),
      stat: (path) => promises.stat(path),
      lstat: (path) => promises.lstat(path),
      readlink: (path, options) => promises.readlink(path, options),
      symlink: (target, path) => promises.symlink(target, path),
      ...replaced,
    },
  }
}
