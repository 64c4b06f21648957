import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import type * as FileSystem from 'node:fs/promises'
import { mkdir, mkdtemp, readdir, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GitBackend } from '@chronicle/core/contracts'
import { ok, okAsync } from '@chronicle/schema'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPendingContextFile } from './pending-context-file.ts'

/** Called after a file was examined, before the caller knows the result. */
let afterStat: () => void = () => undefined
/** Error codes of a file system that opens no more files, or has no more room. */
let failure: 'EMFILE' | 'ENOSPC' | undefined
vi.mock('node:fs/promises', async (importOriginal) => {
  const actual: typeof FileSystem = await importOriginal()
  const fail = (when: typeof failure): void => {
    if (failure === when) throw Object.assign(new Error(`${failure}: failed`), { code: failure })
  }
  const stat = async (path: string): Promise<unknown> => {
    const found = await actual.stat(path)
    afterStat()
    return found
  }
  const open = async (...args: Parameters<typeof actual.open>): Promise<FileHandle> => {
    fail('EMFILE')
    const file = await actual.open(...args)
    const write = file.writeFile.bind(file)
    file.writeFile = async (...given) => {
      fail('ENOSPC')
      return write(...given)
    }
    return file
  }
  const writeFile = async (...args: Parameters<typeof actual.writeFile>): Promise<void> => {
    fail('EMFILE')
    return actual.writeFile(...args)
  }
  return { ...actual, stat, open, writeFile }
})

let gitDir = ''
let lock = ''

beforeEach(async () => {
  gitDir = await mkdtemp(join(tmpdir(), 'pending-context-'))
  await mkdir(join(gitDir, 'chronicle'))
  lock = join(gitDir, 'chronicle', 'pending-context.json.lock')
})

afterEach(async () => {
  afterStat = () => undefined
  failure = undefined
  await rm(gitDir, { recursive: true, force: true })
})

const open = () =>
  createPendingContextFile({ describe: () => okAsync({ gitDir }) } as Pick<GitBackend, 'describe'> as GitBackend)

function leaveStaleLock(): void {
  writeFileSync(lock, '')
  utimesSync(lock, 0, 0)
}

test('a lock that a killed process left is removed', async () => {
  leaveStaleLock()
  expect(await open().change(() => ok('text'))).toEqual(ok(undefined))
  expect(await readdir(join(gitDir, 'chronicle'))).toEqual(['pending-context.json'])
})

test('a stale lock that another process has taken over meanwhile is waited for', async () => {
  leaveStaleLock()
  let looks = 0
  const hasTriedAgain = new Promise<void>((resolve) => {
    afterStat = () => {
      looks++
      if (looks === 1) {
        rmSync(lock)
        writeFileSync(lock, 'of another process')
      }
      // It looks once more before it would remove the lock, and then at each try.
      if (looks === 4) resolve()
    }
  })
  let locked: string | undefined
  const changed = open().change(() => {
    locked = existsSync(lock) ? readFileSync(lock, 'utf8') : undefined
    return ok('text')
  })
  await Promise.race([hasTriedAgain, changed.then(() => undefined)])
  expect(locked).toBeUndefined()
  expect(readFileSync(lock, 'utf8')).toBe('of another process')
  rmSync(lock)
  expect(await changed).toEqual(ok(undefined))
  expect(locked).not.toBe('of another process')
})

test('a lock that another process took over is not removed', async () => {
  const changed = await open().change(() => {
    writeFileSync(lock, 'of another process')
    return ok('text')
  })
  expect(changed).toEqual(ok(undefined))
  expect(readFileSync(lock, 'utf8')).toBe('of another process')
})

test('a lock of another process stays when no file can be opened', async () => {
  writeFileSync(lock, 'of another process')
  failure = 'EMFILE'
  expect((await open().change(() => ok('text')))._unsafeUnwrapErr()).toMatchObject({ code: 'pending_context_failed' })
  expect(readFileSync(lock, 'utf8')).toBe('of another process')
})

test('a lock that cannot be written is removed', async () => {
  failure = 'ENOSPC'
  expect((await open().change(() => ok('text')))._unsafeUnwrapErr()).toMatchObject({ code: 'pending_context_failed' })
  expect(existsSync(lock)).toBe(false)
})

test('a call that was aborted before it began says so, and not that another process was writing', async () => {
  const changed = await open().change(() => ok('text'), { signal: AbortSignal.abort() })
  expect(changed._unsafeUnwrapErr()).toMatchObject({
    code: 'aborted',
    message: 'The context for the next commit was not changed: the call was aborted.',
  })
})
