import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { GitBackend } from '@chronicle/core/contracts'
import { ok, okAsync } from '@chronicle/schema'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPendingContextFile } from './pending-context-file.ts'

/** Called after a file was examined, before the caller knows the result. */
let afterStat: () => void = () => undefined
vi.mock('node:fs/promises', async (importOriginal) => {
  const actual: { readonly stat: (path: string) => Promise<unknown> } = await importOriginal()
  const stat = async (path: string): Promise<unknown> => {
    const found = await actual.stat(path)
    afterStat()
    return found
  }
  return { ...actual, stat }
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
  afterStat = () => {
    afterStat = () => undefined
    rmSync(lock)
    writeFileSync(lock, 'of another process')
  }
  let locked: string | undefined
  const changed = open().change(() => {
    locked = existsSync(lock) ? readFileSync(lock, 'utf8') : undefined
    return ok('text')
  })
  await wait(100)
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

test('a call that was aborted before it began says so, and not that another process was writing', async () => {
  const changed = await open().change(() => ok('text'), { signal: AbortSignal.abort() })
  expect(changed._unsafeUnwrapErr()).toMatchObject({
    code: 'aborted',
    message: 'The context for the next commit was not changed: the call was aborted.',
  })
})
