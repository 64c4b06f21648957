import { err, ok, type CommitId, type Result } from '@chronicle/schema'
import { codedError } from '../../contracts/coded-error.ts'
import type { ReadContext } from '../../read/read-context.ts'
import type { ReadError } from '../../read/read-error.ts'

/**
 * The best common ancestor of two commits, as `git merge-base`: one that is an ancestor of no other common one; of
 * several, the newest. `undefined` when the histories have nothing in common.
 *
 * Every best common ancestor is `one` itself or a parent of a commit that only `one` has: where a path from `one` first
 * meets the history of the other, it meets a common ancestor, and no better one lies further down.
 */
export async function findMergeBase(
  one: CommitId,
  other: CommitId,
  { git, call }: Pick<ReadContext, 'git' | 'call'>,
): Promise<Result<CommitId | undefined, ReadError>> {
  if (git.history === undefined) {
    const message = `The git backend ${git.name} cannot walk the history to find a merge base. Give the two ends as A..B.`
    return err(codedError('unsupported', message))
  }
  const own = await git.history({ from: one, exclude: [other] }, call)
  if (own.isErr()) return err(own.error)
  if (own.value.length === 0) return ok(one)
  const ids = new Set(own.value.map(({ id }) => id))
  const common = new Set(own.value.flatMap(({ parents }) => parents).filter((id) => !ids.has(id)))
  const commits = await git.readCommits([...common], call)
  if (commits.isErr()) return err(commits.error)
  const newestFirst = [...commits.value.values()].sort(
    (a, b) => b.committer.time - a.committer.time || (a.id < b.id ? -1 : 1),
  )
  for (const { id } of newestFirst) {
    const better = newestFirst.filter((commit) => commit.id !== id).map((commit) => commit.id)
    const rest = better.length === 0 ? undefined : await git.history({ from: id, exclude: better }, call)
    if (rest?.isErr()) return err(rest.error)
    // A commit with nothing of its own beside the others is an ancestor of one of them.
    if (rest === undefined || (rest.isOk() && rest.value.length > 0)) return ok(id)
  }
  return ok(undefined)
}
