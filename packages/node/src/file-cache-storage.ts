import { readFileSync } from 'node:fs'
import { mkdir, rename, rm, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CacheStorage } from '@chronicle/core/contracts'

/** Folder below the cache directory. It gets a new name whenever older versions could not read its content. */
const LAYOUT = 'cache-v1'

const KEY = /^(?!\.{1,2}(?:\/|$))[a-z0-9._-]+(?:\/(?!\.{1,2}(?:\/|$))[a-z0-9._-]+)*$/

let temporaryFiles = 0

/**
 * Creates a cache of derived data as files below `dir`, one for each key. Creates nothing before the first write.
 *
 * Safe for several processes at once: a value is written to a temporary file and renamed into place. A folder that is
 * missing, unreadable or not writable behaves like an empty one.
 *
 * @param dir An absolute path, or a function that finds it on first use. While it returns `undefined`, nothing is kept.
 */
export function createFileCacheStorage(dir: string | (() => Promise<string | undefined>)): CacheStorage {
  let found: Promise<string | undefined> | undefined
  const pathOf = async (key: string): Promise<string | undefined> => {
    if (!KEY.test(key)) return undefined
    found ??= typeof dir === 'string' ? Promise.resolve(dir) : dir().catch(() => undefined)
    const folder = await found
    // The folder may become a repository later.
    if (folder === undefined) found = undefined
    return folder === undefined ? undefined : join(folder, LAYOUT, ...key.split('/'))
  }

  return {
    name: 'files',
    async read(key) {
      const path = await pathOf(key)
      return path === undefined ? undefined : readNow(path)
    },
    async write(key, value) {
      const path = await pathOf(key)
      return path === undefined ? false : replaceFile(path, value)
    },
    async remove(key) {
      const path = await pathOf(key)
      // If the folder is not writable, the entry stays. It is still correct, so there is nothing to report.
      if (path !== undefined) await unlink(path).catch(() => undefined)
    },
  }
}

/**
 * Entries are a few kilobytes: a synchronous read takes a twentieth of the time of four thread pool calls, and a read
 * on the command line makes half a dozen.
 */
function readNow(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path)
  } catch {
    // Absent or unreadable: both count as an empty cache.
    return undefined
  }
}

async function replaceFile(path: string, value: Uint8Array): Promise<boolean> {
  const temporary = `${path}.${process.pid}-${temporaryFiles++}.tmp`
  try {
    await writeFile(temporary, value).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      await mkdir(dirname(path), { recursive: true })
      await writeFile(temporary, value)
    })
    await rename(temporary, path)
    return true
  } catch {
    await rm(temporary, { force: true }).catch(() => undefined)
    return false
  }
}
