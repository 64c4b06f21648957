import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { GitBackend, GitError, GitSupports } from '@chronicle/core/contracts'
import { createGitCli } from '@chronicle/git-cli'
import { errAsync, omitUndefined, ResultAsync } from '@chronicle/schema'
import { lazyGit, type CompleteGit } from './lazy-git.ts'

/** Options for the git backend. */
export interface GitLocation {
  readonly dir: string
  readonly gitBackend?: 'cli' | 'isomorphic' | undefined
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  readonly preferEnv?: boolean | undefined
}

/** The same values as in the loaded backend; a test compares them. */
export const ISOMORPHIC: { readonly name: string; readonly supports: GitSupports } = {
  name: 'git-isomorphic-with-blame',
  supports: {
    blame: true,
    history: true,
    revisions: true,
    writeNotes: true,
    diffNotes: true,
    sharing: false,
    diff: false,
    changesOf: false,
    rewrites: false,
    worktree: true,
    index: true,
    revisionExpressions: false,
    linkedWorktrees: false,
    objectFormats: ['sha1'],
  },
}

/** Opens the git binary or isomorphic-git, which is large and therefore loaded on first use. */
export function openGit({ dir, gitBackend, env, preferEnv }: GitLocation): GitBackend {
  if (gitBackend !== 'isomorphic') {
    return createGitCli({ dir, ...omitUndefined({ environment: env, preferEnvironment: preferEnv }) })
  }
  return lazyGit(ISOMORPHIC, () => ResultAsync.fromSafePromise(loadIsomorphic(resolve(dir), env ?? process.env)))
}

/** Returns a backend for a repository that cannot be opened: every call fails with the reason. */
export function createFailingGit(reason: GitError): GitBackend {
  return lazyGit({ ...ISOMORPHIC, name: 'none' }, () => errAsync(reason))
}

/** @internal */
export async function loadIsomorphic(dir: string, env: NonNullable<GitLocation['env']>): Promise<CompleteGit> {
  const [{ createIsomorphicGit }, { withBlame }, { default: fs }] = await Promise.all([
    import('@chronicle/git-isomorphic'),
    import('@chronicle/blame'),
    import('node:fs'),
  ])
  const home = env['HOME'] ?? homedir()
  const configFiles = [join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'git', 'config'), join(home, '.gitconfig')]
  return withBlame(createIsomorphicGit({ fs, dir, configFiles })) as CompleteGit
}
