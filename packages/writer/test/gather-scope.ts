import { createGitCli, type GitCli } from '@chronicle/git-cli'
import { createFixtureRepository, type FixtureOptions, type FixtureRepository } from '@chronicle/testing'
import { afterEach } from 'vitest'
import type { CommitContext } from '../src/commit-context.ts'
import { gatherCommit, type GatherOptions, type GatherServices } from '../src/gather/gather-commits.ts'
import type { CommitId } from '@chronicle/schema'

/** Creates and opens repositories, and removes them after the test. */
export function useRepositories(): {
  fixture(options?: FixtureOptions): Promise<FixtureRepository>
  open(dir: string): GitCli
} {
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
    open(dir) {
      const git = createGitCli({ dir })
      cleanups.push(() => git.close())
      return git
    },
  }
}

/** Returns the context of a commit that exists and is not skipped. */
export async function contextOf(
  git: GitCli,
  id: CommitId,
  options: GatherOptions = {},
  more: Omit<GatherServices, 'git'> = {},
): Promise<CommitContext> {
  const { context, skipped } = (await gatherCommit({ git, ...more }, id, options))._unsafeUnwrap()
  if (context === undefined) throw new Error(`expected a context, got: ${skipped}`)
  return context
}
