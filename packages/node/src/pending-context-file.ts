import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat, unlink, writeFile, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { codedError, reasonOf, type CallOptions, type GitBackend, type GitError } from '@chronicle/core/contracts'
import { err, ok, safeTry, type CodedError, type Result, type ResultAsync } from '@chronicle/schema'

/** The reason why the context of the next commit could not be read or written. */
export type PendingContextError = GitError | CodedError<'pending_context_failed'>

/** The text of the file with the author's context for the next commit. Each working tree has one. */
export interface PendingContextFile {
  /** Returns `undefined` if there is none. */
  read(options?: CallOptions): ResultAsync<string | undefined, PendingContextError>
  /**
   * Replaces the text; `undefined` removes it. Two processes that change it at once take turns, and each sees the
   * result of the other. A failed edit changes nothing.
   */
  change<E extends CodedError>(
    edit: (before: string | undefined) => Result<string | undefined, E>,
    options?: CallOptions,
  ): ResultAsync<void, E | PendingContextError>
}

/** Age in milliseconds after which a lock counts as left by a killed process. */
const STALE_MS = 10_000
const WAIT_MS = 20
const WAITS = 150

export function createPendingContextFile(git: GitBackend): PendingContextFile {
  /** Next to `HEAD`, which also belongs to one working tree: each one has its own next commit. */
  function locate(options: CallOptions | undefined): ResultAsync<string, PendingContextError> {
    return safeTry(async function* () {
      const { gitDir } = yield* git.describe(options)
      if (gitDir !== undefined) return ok(join(gitDir, 'chronicle', 'pending-context.json'))
      return err(codedError('unsupported', 'The repository has no folder for the context of the next commit.'))
    })
  }

  return {
    read: (options) => locate(options).andThen((path) => attempt(path, () => readText(path))),
    change: (edit, options) => locate(options).andThen((path) => changePendingContext(path, edit, options)),
  }
}

/** Replaces the text of the file at a path as `PendingContextFile.change` does, also of another working tree. */
export function changePendingContext<E extends CodedError>(
  path: string,
  edit: (before: string | undefined) => Result<string | undefined, E>,
  options?: CallOptions,
): ResultAsync<void, E | PendingContextError> {
  return safeTry(async function* () {
    const lock = yield* attempt(path, () => takeLock(`${path}.lock`, options))
    if (lock === undefined) return err(busy(path, options))
    try {
      const before = yield* attempt(path, () => readText(path))
      const after = yield* edit(before)
      return await attempt(path, () => replace(path, after))
    } finally {
      await lock.release()
    }
  })
}

function attempt<T>(path: string, step: () => Promise<T>): ResultAsync<T, PendingContextError> {
  return safeTry(async function* () {
    try {
      return ok(await step())
    } catch (cause) {
      const message = `The context for the next commit could not be read or written: ${reasonOf(cause)}`
      return err(codedError('pending_context_failed', message, { data: { path }, cause }))
    }
  })
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes a temporary file and renames it, so that no reader sees a partial text. */
async function replace(path: string, text: string | undefined): Promise<void> {
  if (text === undefined) return rm(path, { force: true })
  const temporary = `${path}.${process.pid}.tmp`
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
}

/** A lock that this process holds. */
interface Lock {
  /** Removes the lock, unless another process has taken it over meanwhile. */
  release(): Promise<void>
}

/** Returns `undefined` if another process held the lock the whole time. */
async function takeLock(path: string, options: CallOptions | undefined): Promise<Lock | undefined> {
  const token = randomUUID()
  await mkdir(dirname(path), { recursive: true })
  for (let tries = 0; tries < WAITS && options?.signal?.aborted !== true; tries++) {
    if (await createLock(path, token)) return { release: () => removeIf(path, (lock) => lock.token === token) }
    await removeIf(path, isStale)
    await wait(WAIT_MS)
  }
  return undefined
}

/** Returns `false` if there is a lock. */
async function createLock(path: string, token: string): Promise<boolean> {
  let file: FileHandle
  try {
    file = await open(path, 'wx')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  try {
    await file.writeFile(token).finally(() => file.close())
  } catch (error) {
    // Only a lock that was created here is removed, as on a full disk.
    await rm(path, { force: true })
    throw error
  }
  return true
}

interface LockFile {
  readonly token: string
  readonly age: number
}

function isStale({ age }: LockFile): boolean {
  return age > STALE_MS
}

/**
 * Removes the lock if it meets a condition. Another process may replace the lock after it was examined. So a process
 * first claims the right to remove this very lock, which it also needs to remove its own, and then examines it again.
 */
async function removeIf(path: string, isRemoved: (lock: LockFile) => boolean): Promise<void> {
  const found = await examine(path)
  if (found === undefined || !isRemoved(found)) return
  const claim = `${path}.${/^[\da-f-]{36}$/u.test(found.token) ? found.token : 'unknown'}`
  try {
    await writeFile(claim, '', { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    // A process that was killed leaves its claim. It is removed here, and the next try claims again.
    const claimed = await examine(claim)
    if (claimed !== undefined && isStale(claimed)) await rm(claim, { force: true })
    return
  }
  try {
    const now = await examine(path)
    if (now?.token === found.token && isRemoved(now)) await unlink(path)
  } finally {
    await rm(claim, { force: true })
  }
}

async function examine(path: string): Promise<LockFile | undefined> {
  const token = await readText(path)
  const found = await stat(path).catch(() => undefined)
  if (token === undefined || found === undefined) return undefined
  // eslint-disable-next-line no-restricted-properties -- the age of a file is that by the clock of the machine
  return { token, age: Date.now() - found.mtimeMs }
}

function busy(path: string, options: CallOptions | undefined): PendingContextError {
  if (options?.signal?.aborted === true)
    return codedError('aborted', 'The context for the next commit was not changed: the call was aborted.')
  const message = `Another process is writing ${path}. Try again; if there is none, remove ${path}.lock.`
  return codedError('pending_context_failed', message, { data: { path } })
}
