import { ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'

/**
 * Lists the commits that other branches have and `head` does not. `undefined` if the backend cannot list them.
 */
export type ListOtherBranches = (
  head: CommitId,
  call: CallOptions,
) => ResultAsync<ReadonlySet<CommitId> | undefined, GitError>

/** Creates a listing that is kept in memory until a branch moves. */
export function createListOtherBranches(git: GitBackend): ListOtherBranches {
  let known: { readonly key: string; readonly commits: ReadonlySet<CommitId> } | undefined
  return (head, call) =>
    safeTry(async function* () {
      if (git.tips === undefined || git.history === undefined) return ok(undefined)
      const tips = yield* git.tips(call)
      const key = [head, ...tips].join(' ')
      if (known?.key === key) return ok(known.commits)
      const others = yield* git.history({ from: tips, exclude: [head] }, call)
      const commits = new Set(others.map(({ id }) => id))
      known = { key, commits }
      return ok(commits)
    })
}
