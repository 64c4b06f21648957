import { chmod, lstat, mkdir, open, readFile, realpath, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { err, ok, omitUndefined, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import { undefinedIfMissing } from '../host/absent-files.ts'
import { showName } from '../host/one-line.ts'

/** A file of another program or person that is to be edited. */
export interface TargetFile {
  /** The path as given. */
  readonly path: string
  /** The path after resolving symbolic links; this file is read and written. */
  readonly realPath: string
  /** Whether the path itself is a symbolic link. */
  readonly linked: boolean
  /** The text, including a byte order mark. `undefined`: there is no such file. */
  readonly text: string | undefined
  readonly mode: number | undefined
}

/** The new content of a file, or its deletion. */
export interface FileEdit {
  readonly file: TargetFile
  /** `undefined`: the file is deleted. Equal to the current text: nothing is written. */
  readonly text: string | undefined
}

export type FileError = CodedError<'config_unwritable' | 'config_malformed' | 'config_conflict'>

/** Reads a file and checks, as far as possible, that it can be written. */
export function readTarget(path: string): ResultAsync<TargetFile, FileError> {
  return safeTry(async function* () {
    try {
      const realPath = await followLinks(path)
      if (realPath === undefined) return err(unwritable(path, 'it is a symbolic link that leads nowhere'))
      const found = await lstat(realPath).catch(undefinedIfMissing)
      if (found === undefined) return ok({ path, realPath, linked: false, text: undefined, mode: undefined })
      if (!found.isFile()) return err(unwritable(path, 'it is not a file'))
      // Replacing it by a rename would work, but a read-only file was made so on purpose.
      if ((found.mode & 0o222) === 0) return err(unwritable(path, 'it is read-only'))
      const text = decode(await readFile(realPath))
      if (text === undefined) {
        const message = `${showName(path)} is not UTF-8 text. Save it as UTF-8, or edit it by hand. Nothing was written.`
        return err(codedError('config_malformed', message, { data: { path } }))
      }
      const linked = (await lstat(path)).isSymbolicLink()
      return ok({ path, realPath, linked, text, mode: found.mode & 0o7777 })
    } catch (cause) {
      return err(unwritable(path, reasonOf(cause), cause))
    }
  })
}

/** Applies an edit atomically: a file appears complete or not at all. It keeps its permissions. */
export function applyEdit({ file, text }: FileEdit): ResultAsync<void, FileError> {
  return safeTry(async function* () {
    if (text === file.text) return ok(undefined)
    try {
      if (decode(await readFile(file.realPath).catch(undefinedIfMissing)) !== file.text) {
        const message = `${showName(file.path)} was changed by another program just now. Try again.`
        return err(codedError('config_conflict', message, { data: { path: file.path } }))
      }
      await (text === undefined ? rm(file.realPath) : replaceFile(file, text))
      return ok(undefined)
    } catch (cause) {
      return err(unwritable(file.path, reasonOf(cause), cause))
    }
  })
}

/** Makes a file executable for everyone who may read it. */
export function makeExecutable({ path, realPath }: TargetFile): ResultAsync<void, FileError> {
  return safeTry(async function* () {
    try {
      const { mode } = await lstat(realPath)
      await chmod(realPath, (mode & 0o7777) | ((mode & 0o444) >> 2))
      return ok(undefined)
    } catch (cause) {
      return err(unwritable(path, reasonOf(cause), cause))
    }
  })
}

/** Removes empty folders, innermost first. */
export async function removeEmptyFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const removed = await rmdir(folder).then(
      () => true,
      // It is not empty, or already gone; both are fine.
      () => false,
    )
    if (!removed) return
  }
}

async function replaceFile({ realPath, mode }: TargetFile, text: string): Promise<void> {
  const folder = dirname(realPath)
  const temporary = join(folder, `.${basename(realPath)}.${process.pid}.tmp`)
  await mkdir(folder, { recursive: true })
  try {
    // The temporary file is never more readable than the original, because such files contain tokens.
    const handle = await open(temporary, 'wx', mode)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (mode !== undefined) await chmod(temporary, mode)
    await rename(temporary, realPath)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Returns the resolved path: the path itself if nothing is there, `undefined` for a broken link. */
async function followLinks(path: string): Promise<string | undefined> {
  const real = await realpath(path).catch(undefinedIfMissing)
  if (real !== undefined) return real
  return (await lstat(path).catch(undefinedIfMissing)) === undefined ? path : undefined
}

function decode(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function unwritable(path: string, reason: string, cause?: unknown): FileError {
  const message = `${showName(path)} cannot be edited: ${reason}. Nothing was written to it.`
  return codedError('config_unwritable', message, { data: { path, reason }, ...omitUndefined({ cause }) })
}

function reasonOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException
  const known: Readonly<Record<string, string>> = {
    ELOOP: 'its symbolic links lead in a circle',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'a part of the path is not a folder',
    EISDIR: 'it is a folder',
  }
  return known[code ?? ''] ?? message
}
