import fs from 'node:fs'
import { expect, test } from 'vitest'
import { createIsomorphicGit, type IsomorphicGitOptions } from '../src/index.ts'

test.each([
  [undefined, 'The arguments are undefined.'],
  [{}, 'The argument fs is missing.'],
  [{ fs }, 'The argument dir is missing.'],
  [{ fs, dir: '/', gitdir: 7 }, 'The argument gitdir is 7.'],
])('made with %#, every call says what is wrong, and nothing is thrown before', async (options, message) => {
  const git = createIsomorphicGit(options as IsomorphicGitOptions)
  const failure = { code: 'not_a_repository', message: expect.stringContaining(message) as string }
  expect((await git.describe())._unsafeUnwrapErr()).toMatchObject(failure)
  expect((await git.resolve('HEAD'))._unsafeUnwrapErr()).toMatchObject(failure)
})
