import { requireCommit, type CallOptions, type GitBackend, type TreeState } from '@chronicle/core/contracts'
import { okAsync, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'

/** Returns the default state: the working tree, or `HEAD` if there is none. */
export function defaultState(git: GitBackend, call: CallOptions): ResultAsync<TreeState, ContextError> {
  return git.describe(call).andThen(({ bare }): ResultAsync<TreeState, ContextError> => {
    if (!bare && git.supports.worktree) return okAsync('WORKTREE')
    return requireCommit(git, 'HEAD', call).map((commit) => ({ commit }))
  })
}
