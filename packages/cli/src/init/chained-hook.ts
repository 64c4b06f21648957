import { lstat, mkdir, rename, rm, rmdir, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { err, ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import { showName } from '../host/one-line.ts'
import { CHAINED_FOLDER, CHAINED_SUFFIX } from './hook-section.ts'

/** Returns the path to which a hook that cannot be edited is moved. */
export function chainedPath(path: string): string {
  return path + CHAINED_SUFFIX
}

/**
 * Moves a hook aside within its folder, so that its links and relative paths stay valid. It is called through a link
 * with its original name, because many such hooks look up by this name what they should do.
 */
export function moveAside(path: string): ResultAsync<void, CodedError> {
  return safeTry(async function* () {
    const aside = chainedPath(path)
    if ((await lstat(aside).catch(() => undefined)) !== undefined) {
      const message = `${showName(aside)} is there already, from an earlier git chronicle init. Move it away first.`
      return err(codedError('config_conflict', message, { data: { path: aside } }))
    }
    const folder = join(dirname(path), CHAINED_FOLDER)
    const link = join(folder, basename(path))
    try {
      await mkdir(folder, { recursive: true })
      await rm(link, { force: true })
      await symlink(join('..', basename(aside)), link)
      await rename(path, aside)
      return ok(undefined)
    } catch (cause) {
      return err(unmovable(path, cause))
    }
  })
}

/** Moves the hook back to its path, or to the path to which another tool has moved the hook that called it. */
export function moveBack(path: string, to: string = path): ResultAsync<void, CodedError> {
  return safeTry(async function* () {
    const folder = join(dirname(path), CHAINED_FOLDER)
    try {
      await rename(chainedPath(path), to)
      await rm(join(folder, basename(path)), { force: true })
      // The folder stays while another hook is called through it.
      await rmdir(folder).catch(() => undefined)
      return ok(undefined)
    } catch (cause) {
      return err(unmovable(path, cause))
    }
  })
}

function unmovable(path: string, cause: unknown): CodedError {
  const reason = (cause as Error).message
  const message = `The hook ${showName(path)} cannot be moved: ${reason}.`
  return codedError('config_unwritable', message, { data: { path, reason }, cause })
}
