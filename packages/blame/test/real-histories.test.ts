import type { GitBackend } from '@chronicle/core/contracts'
import { createGitCli } from '@chronicle/git-cli'
import type { RepoPath } from '@chronicle/schema'
import { linesOfHunks, withoutHunks } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import { bundleNames, bundlesMissing, openBundle } from '../../workspace/test/real-histories/bundles.ts'
import { openDerived } from './derived-from-git-cli.ts'

describe('derived blame and revisions in real histories', () => {
  // Tests every `step`-th file, so that both repositories take a few seconds.
  it.for([
    { name: 'got', step: 9 },
    { name: 'gin', step: 12 },
  ])('are those of git on files of $name', async ({ name, step }, { skip }) => {
    if (!bundleNames.includes(name)) return skip(bundlesMissing)
    await using repository = await openBundle(name)
    const { dir } = repository
    const backends = [createGitCli({ dir }), openDerived(dir)]
    const commit = (await backends[0]!.resolve('refs/heads/real'))._unsafeUnwrap()!
    const files = (await backends[0]!.listFiles({ commit }))._unsafeUnwrap()
    expect(files.length).toBeGreaterThan(step)
    for (const path of files.filter((_, index) => index % step === 0)) {
      const [byGit, derived] = await Promise.all(backends.map((git) => blame(git, path)))
      expect({ path, lines: derived }).toEqual({ path, lines: byGit })
      const [listed, walked] = await Promise.all(backends.map((git) => revisions(git, path)))
      expect({ path, revisions: walked }).toEqual({ path, revisions: listed })
    }
    for (const git of backends) await git.close()

    async function revisions(git: GitBackend, path: RepoPath): Promise<unknown> {
      const found = (await git.fileRevisions!({ from: commit, path }))._unsafeUnwrap()
      return found.map((revision) => JSON.stringify(revision)).toSorted()
    }

    async function blame(git: GitBackend, path: RepoPath): Promise<unknown> {
      return withoutHunks(linesOfHunks((await git.blame!({ at: { commit }, path }))._unsafeUnwrap()))
    }
  })
})
