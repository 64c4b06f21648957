import type { GitBackend, TreeState } from '@chronicle/core/contracts'
import { fail, valueOf } from '../failure.ts'

/** Returns the state that is meant where none is named: the working tree, or `HEAD` where there is none. */
export async function defaultState(git: GitBackend): Promise<TreeState> {
  const { bare } = await valueOf(git.describe())
  if (!bare && git.supports.worktree) return 'WORKTREE'
  const head = await valueOf(git.resolve('HEAD'))
  return head === undefined
    ? fail(
        'revision_not_found',
        'HEAD names a branch that has no commit, so there is nothing to read. Commit first, or check out another branch.',
      )
    : { commit: head }
}
