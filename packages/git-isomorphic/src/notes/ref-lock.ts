import { BackendFailure } from '../backend-failure.ts'
import { failureCode, makeFolder, parentOf, unlessAbsent, type FileSystem } from '../file-system.ts'

/**
 * Waits for a lock longer than git's tenth of a second, because a write of Chronicle may store many objects while it
 * holds the lock.
 */
const ATTEMPTS = 40
const WAIT_MS = 25

/** A ref that no other process can move. */
export interface LockedRef {
  /** When the lock was acquired, by the clock of the file system, in seconds since the epoch. */
  readonly takenAt: number
  /** Moves the ref and releases the lock. */
  commit(id: string): Promise<void>
}

/**
 * Runs a function while a ref is locked as git does it: with a file next to it that can only be created once. The lock
 * is always released. A lock that does not go away is the error `notes_ref_locked`, which names the file.
 */
export async function withLockedRef<T>(
  fs: FileSystem,
  gitdir: string,
  ref: string,
  body: (locked: LockedRef) => Promise<T>,
): Promise<T> {
  const file = `${gitdir}/${ref}`
  const lock = `${file}.lock`
  await takeLock(fs, ref, lock)
  let held = true
  try {
    const { mtimeMs } = await fs.promises.stat(lock)
    return await body({
      takenAt: Math.floor(Number(mtimeMs) / 1000),
      async commit(id) {
        const content = `${id}\n`
        if (fs.promises.rename === undefined) {
          await fs.promises.writeFile(file, content)
          return
        }
        await fs.promises.writeFile(lock, content)
        await fs.promises.rename(lock, file)
        held = false
      },
    })
  } finally {
    if (held) await unlessAbsent(fs.promises.unlink(lock))
  }
}

async function takeLock(fs: FileSystem, ref: string, lock: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    try {
      await fs.promises.writeFile(lock, '', { flag: 'wx' })
      return
    } catch (failure) {
      if (failureCode(failure) === 'ENOENT') await makeFolder(fs, parentOf(lock))
      else if (failureCode(failure) !== 'EEXIST') throw failure
    }
  }
  throw new BackendFailure(
    'notes_ref_locked',
    `${ref} is locked by another process. If none is running, a crash has left the lock behind: remove ${lock}.`,
    { data: { ref, lock } },
  )
}
