import { err, ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import { codedError } from '../../contracts/coded-error.ts'
import type { ReadContext } from '../../read/read-context.ts'
import type { ReadError } from '../../read/read-error.ts'

/**
 * Finds the best common ancestor of two commits, as `git merge-base` does: one that is not an ancestor of another
 * common ancestor; if there are several, the newest. `undefined` when the histories share no commit.
 *
 * Every best common ancestor is `one` itself or a parent of a commit that only `one` has: where a path from `one` first
 * meets the history of the other, it meets a common ancestor, and the ancestors of that one are no better.
 */
export function findMergeBase(
  one: CommitId,
  other: CommitId,
  { git, call }: Pick<ReadContext, 'git' | 'call'>,
): ResultAsync<CommitId | undefined, ReadError> {
  return safeTry(async function* () {
    if (git.history === undefined) {
      const message = `The git backend ${git.name} cannot walk the history to find a merge base. Give the two ends as A..B.`
      return err(codedError('unsupported', message))
    }
    const own = yield* git.history({ from: one, exclude: [other] }, call)
    if (own.length === 0) return ok(one)
    const ids = new Set(own.map(({ id }) => id))
    const common = new Set(own.flatMap(({ parents }) => parents).filter((id) => !ids.has(id)))
    const commits = yield* git.readCommits([...common], call)
    const newestFirst = [...commits.values()].sort(
      (a, b) => b.committer.time - a.committer.time || (a.id < b.id ? -1 : 1),
    )
    for (const { id } of newestFirst) {
      const better = newestFirst.filter((commit) => commit.id !== id).map((commit) => commit.id)
      // A commit without history of its own beside the others is an ancestor of one of them.
      if (better.length === 0 || (yield* git.history({ from: id, exclude: better }, call)).length > 0) return ok(id)
    }
    return ok(undefined)
  })
}
