import { requireCommit, type GitBackend, type TreeState } from '@chronicle/core/contracts'
import { valueOf } from '../failure.ts'

/** Returns the state that is meant where none is named: the working tree, or `HEAD` where there is none. */
export async function defaultState(git: GitBackend): Promise<TreeState> {
  const { bare } = await valueOf(git.describe())
  if (!bare && git.supports.worktree) return 'WORKTREE'
  return { commit: await valueOf(requireCommit(git, 'HEAD', {})) }
}
