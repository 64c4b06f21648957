import type { GitBackend } from '@chronicle/core/contracts'
import { createGitCli } from '@chronicle/git-cli'
import { withBlame } from '../src/index.ts'

/** A repository whose blame, history and revisions are derived, from objects that real git reads. */
export function openDerived(dir: string): GitBackend {
  const git = createGitCli({ dir })
  return withBlame(without(git, 'blame', 'history', ...REVISIONS))
}

const REVISIONS = ['ancestors', 'fileRevisions', 'changedPaths'] as const
type Removable = 'blame' | 'history' | 'writeNotes' | (typeof REVISIONS)[number]

/** The backend without some of its optional methods. */
export function without(git: GitBackend, ...methods: readonly Removable[]): GitBackend {
  const rest = Object.entries(git).filter(([name]) => !methods.some((method) => method === name))
  const lost = methods.map((method) => (REVISIONS.some((name) => name === method) ? 'revisions' : method))
  const supports = { ...git.supports, ...Object.fromEntries(lost.map((feature) => [feature, false])) }
  return { ...(Object.fromEntries(rest) as unknown as GitBackend), supports }
}
