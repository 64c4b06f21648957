import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createGitCli, type GitCli } from '@chronicle/git-cli'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { gatherCommit, type CommitContext } from '@chronicle/writer'
import { afterAll, beforeAll } from 'vitest'

type Files = Readonly<Record<string, string>>

/**
 * Creates a repository in which a commit with the given message changes the files. Returns a function that gets its
 * context inside a test.
 */
export function useGatheredCommit(before: Files, after: Files, message: string): () => CommitContext {
  let repository: FixtureRepository
  let git: GitCli
  let context: CommitContext | undefined
  beforeAll(async () => {
    repository = await createFixtureRepository()
    await repository.commitFiles('Begin', before)
    const commit = await repository.commitFiles(message, after)
    git = createGitCli({ dir: repository.dir })
    const gathered = (await gatherCommit({ git, ast: createTreeSitterParser() }, commit))._unsafeUnwrap()
    context = gathered.context
    if (context === undefined) throw new Error(gathered.skipped)
  })
  afterAll(async () => {
    await git.close()
    await repository.dispose()
  })
  return () => context!
}
