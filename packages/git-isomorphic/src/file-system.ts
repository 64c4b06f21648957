/** What is asked about a file. */
export interface FileStatus {
  isFile(): boolean
  isDirectory(): boolean
  isSymbolicLink(): boolean
  readonly mtimeMs: number | bigint
}

/** The part of the promise API of `node:fs` that is used. Failures carry Node's codes: `ENOENT`, `EEXIST`, … */
export interface FileSystemPromises {
  /** Bytes, when no encoding is asked for; text is taken to be UTF-8. */
  readFile(path: string): Promise<Uint8Array | string>
  writeFile(path: string, data: Uint8Array | string, options?: { readonly flag?: string }): Promise<unknown>
  unlink(path: string): Promise<unknown>
  /** Names, as text. */
  readdir(path: string): Promise<readonly unknown[]>
  mkdir(path: string): Promise<unknown>
  rmdir(path: string): Promise<unknown>
  stat(path: string): Promise<FileStatus>
  lstat(path: string): Promise<FileStatus>
  readlink(path: string, options: { readonly encoding: 'buffer' }): Promise<Uint8Array | string>
  symlink(target: string, path: string): Promise<unknown>
  /** Absent: a ref is overwritten in place, which a reader may see half done. */
  rename?(from: string, to: string): Promise<unknown>
  /** Absent: a path with symbolic links in it is taken as it is. */
  realpath?(path: string): Promise<unknown>
}

/** A file system: `node:fs`, `memfs`, or anything that offers the same promises. */
export interface FileSystem {
  readonly promises: FileSystemPromises
}

/** A name that is too long is the name of nothing. */
const ABSENT: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'])

/** The code of a failed file operation. */
export function failureCode(failure: unknown): unknown {
  return typeof failure === 'object' && failure !== null && 'code' in failure ? failure.code : undefined
}

/** The result, or `undefined` when there is no such file or folder. */
export async function unlessAbsent<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation
  } catch (failure) {
    if (ABSENT.has(failureCode(failure))) return undefined
    throw failure
  }
}

/** The names in a folder; none when there is no such folder. */
export async function readNames({ promises }: FileSystem, folder: string): Promise<readonly string[]> {
  return ((await unlessAbsent(promises.readdir(folder))) ?? []).map(String)
}

/** The content of a file; `undefined` when there is none, or it is a folder. */
export async function readBytes(fs: FileSystem, path: string): Promise<Uint8Array | undefined> {
  try {
    const content = await unlessAbsent(fs.promises.readFile(path))
    return typeof content === 'string' ? new TextEncoder().encode(content) : content
  } catch (failure) {
    if (failureCode(failure) === 'EISDIR') return undefined
    throw failure
  }
}

/** The content of a text file. */
export async function readText(fs: FileSystem, path: string): Promise<string | undefined> {
  const bytes = await readBytes(fs, path)
  return bytes && new TextDecoder().decode(bytes)
}

/** Makes a folder and those it is in. */
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

/** The folder that contains a path; of a root, the root itself. */
export function parentOf(path: string): string {
  const trimmed = path.replace(/(?<=[^/\\])[/\\]+$/, '')
  const slash = Math.max(trimmed.lastIndexOf('/'), trimmed.lastIndexOf('\\'))
  if (slash < 0) return trimmed
  const parent = trimmed.slice(0, slash)
  return parent === '' || parent.endsWith(':') ? trimmed.slice(0, slash + 1) : parent
}

/** Resolves a path that may be relative, with its `.` and `..` segments taken out. */
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

/** A file system of its own, with the functions that isomorphic-git asks for, some of them replaced. */
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
