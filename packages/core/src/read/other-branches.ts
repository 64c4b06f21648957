import { ok, safeTry, type CommitId, type Diagnostic, type ResultAsync } from '@chronicle/schema'
import type { GitError } from '../contracts/git-backend.ts'
import type { QueriedCommit, ReadContext } from './read-context.ts'

/** States of which every branch but the current one is another branch. */
const CURRENT: ReadonlySet<string> = new Set(['WORKTREE', 'INDEX', 'HEAD'])

/**
 * Returns a diagnostic if annotated commits of other branches name the files of an answer in which nothing is recorded:
 * their change may be here under another id, as after `git merge --squash` without a hook. `commits` are those that the
 * queried commit does not have. Costs nothing without any, else two git processes, which list what only other branches
 * have.
 */
export function otherBranchesNotice(
  commits: readonly CommitId[],
  { at, head }: QueriedCommit,
  { call, git }: Pick<ReadContext, 'call' | 'git'>,
): ResultAsync<Diagnostic | undefined, GitError> {
  return safeTry(async function* () {
    if (commits.length === 0 || !CURRENT.has(at) || git.tips === undefined || git.history === undefined)
      return ok(undefined)
    const tips = yield* git.tips(call)
    const others = yield* git.history({ from: tips, exclude: [head] }, call)
    const onBranches = new Set(others.map(({ id }) => id))
    const found = [...new Set(commits)].filter((id) => onBranches.has(id)).length
    if (found === 0) return ok(undefined)
    const message =
      `${found === 1 ? '1 commit of another branch has' : `${found} commits of other branches have`} a note about this: ` +
      "'git chronicle reconcile --dry-run' shows whether the change was picked or squashed here."
    return ok({ code: 'recorded_on_other_branches', severity: 'info', message })
  })
}
