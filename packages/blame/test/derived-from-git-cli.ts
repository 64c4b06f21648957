import type { GitBackend } from '@chronicle/core/contracts'
import { createGitCli } from '@chronicle/git-cli'
import { withBlame } from '../src/index.ts'

/** Opens a repository whose blame, history and revisions are derived from objects that real git reads. */
export function openDerived(dir: string): GitBackend {
  const git = createGitCli({ dir })
  const lost: readonly string[] = ['blame', 'history', 'ancestors', 'fileRevisions', 'changedPaths']
  const rest = Object.entries(git).filter(([name]) => !lost.includes(name))
  return withBlame(Object.fromEntries(rest) as unknown as GitBackend)
}
