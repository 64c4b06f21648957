import { afterEach } from 'vitest'
import { createFixtureRepository, type FixtureOptions, type FixtureRepository } from '@chronicle/testing'
import { createGitCli, type GitCli, type GitCliOptions } from '../src/index.ts'
import { createGitWrapper, type GitWrapper } from './git-wrapper.ts'

/** Creates what a test needs, and cleans it up after the test. */
export interface Scope {
  fixture(options?: FixtureOptions): Promise<FixtureRepository>
  open(options: GitCliOptions): GitCli
  wrapper(lines: readonly string[]): Promise<GitWrapper>
}

export function useScope(): Scope {
  const cleanups: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })
  return {
    async fixture(options) {
      const repository = await createFixtureRepository(options)
      cleanups.push(() => repository.dispose())
      return repository
    },
    open(options) {
      const backend = createGitCli(options)
      cleanups.push(() => backend.close())
      return backend
    },
    async wrapper(lines) {
      const wrapper = await createGitWrapper(lines)
      cleanups.push(() => wrapper.dispose())
      return wrapper
    },
  }
}
