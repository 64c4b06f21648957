import type { GitBackend } from '@chronicle/core/contracts'
import { createGitCli } from '@chronicle/git-cli'
import { withBlame } from '../src/index.ts'

/** A repository whose blame and history are derived, from objects that real git reads. */
export function openDerived(dir: string): GitBackend {
  const git = createGitCli({ dir })
  return withBlame(without(git, 'blame', 'history'))
}

/** The backend without some of its optional methods. */
export function without(git: GitBackend, ...methods: readonly ('blame' | 'history' | 'writeNotes')[]): GitBackend {
  const rest = Object.entries(git).filter(([name]) => !methods.some((method) => method === name))
  const supports = { ...git.supports, ...Object.fromEntries(methods.map((method) => [method, false])) }
  return { ...(Object.fromEntries(rest) as unknown as GitBackend), supports }
}
