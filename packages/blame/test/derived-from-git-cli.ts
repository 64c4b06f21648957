import type { GitBackend } from '@chronicle/core/contracts'
import { createGitCli } from '@chronicle/git-cli'
import { withBlame } from '../src/index.ts'

/** A repository whose blame and history are derived, from objects that real git reads. */
export function openDerived(dir: string): GitBackend {
  const { blame: _blame, history: _history, ...git } = createGitCli({ dir })
  return withBlame({ ...git, supports: { ...git.supports, blame: false, history: false } })
}

export type Blame = NonNullable<GitBackend['blame']>
export type History = NonNullable<GitBackend['history']>
