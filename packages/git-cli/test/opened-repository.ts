import type { GitError } from '@chronicle/core/contracts'
import type { ResultAsync } from '@chronicle/schema'
import { createGitRunner } from '../src/git-runner.ts'
import { openRepository, type Repository } from '../src/open-repository.ts'
import { valueOf } from './results.ts'

/** Opens a folder for internal functions of the backend, and closes it afterwards. */
export async function withRepository<T>(
  dir: string,
  use: (repository: Repository) => ResultAsync<T, GitError>,
): Promise<T> {
  const runner = createGitRunner({ dir, binary: 'git', environment: process.env, maxProcesses: 4 })
  const { during, close } = openRepository(runner, { maxObjectBytes: 1e6 })
  try {
    return await valueOf(use(during(undefined)))
  } finally {
    await close()
  }
}
