import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errAsync, okAsync } from '@chronicle/schema'
import { codedError, type CallOptions, type GitBackend } from '@chronicle/core/contracts'
import { expect, onTestFinished, test } from 'vitest'
import { createReadCommitMap } from './read-commit-map.ts'

const git = {
  describe: ({ signal }: CallOptions = {}) =>
    signal?.aborted === true ? errAsync(codedError('aborted', 'The call was aborted.')) : okAsync({}),
} as unknown as GitBackend
const line = (from: string, to: string): string => `${from.repeat(40)} ${to.repeat(40)}\n`

test('a map is parsed again only after it has changed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'commit-map-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'commit-map')
  await writeFile(file, line('a', 'b'))
  const read = createReadCommitMap(git)
  const first = (await read(file, {}))._unsafeUnwrap()
  expect((await read(file, {}))._unsafeUnwrap()).toBe(first)
  await writeFile(file, line('a', 'c'))
  await utimes(file, 1, 1)
  expect((await read(file, {}))._unsafeUnwrap()).not.toEqual(first)
  expect((await read(file, { signal: AbortSignal.abort() }))._unsafeUnwrapErr().code).toBe('aborted')
})
