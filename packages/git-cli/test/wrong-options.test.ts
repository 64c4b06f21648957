import { expect, test } from 'vitest'
import { createGitCli, type GitCliOptions } from '../src/index.ts'

test.each([
  [undefined, 'The arguments are undefined.'],
  [{}, 'The argument dir is missing.'],
  [{ dir: 7 }, 'The argument dir is 7.'],
  [{ dir: '.', environment: 'HOME' }, 'The argument environment is "HOME".'],
  [{ dir: '.', limits: { objectBytes: '1 MiB' } }, 'The argument limits.objectBytes is "1 MiB".'],
  [{ dir: '.', limits: { processes: 0 } }, 'The argument limits.processes is 0.'],
  [{ dir: '.', limits: { processes: Number.NaN } }, 'The argument limits.processes is NaN.'],
  [{ dir: '.', limits: { processes: 0.5 } }, 'The argument limits.processes is 0.5.'],
])('made with %o, every call says what is wrong, and nothing is thrown before', async (options, message) => {
  const git = createGitCli(options as GitCliOptions)
  const failure = { code: 'not_a_repository', message: expect.stringContaining(message) as string }
  expect((await git.describe())._unsafeUnwrapErr()).toMatchObject(failure)
  expect((await git.resolve('HEAD'))._unsafeUnwrapErr()).toMatchObject(failure)
  expect((await git.identity())._unsafeUnwrapErr()).toMatchObject(failure)
  const log = git.log({ from: 'a'.repeat(40) as never })[Symbol.asyncIterator]()
  await expect(log.next()).rejects.toMatchObject({ cause: failure })
  expect((await git.close()) === undefined).toBe(true)
})
