import { codedError, type CallOptions, type GitBackend, type GitError } from '@chronicle/core/contracts'
import { err, ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'

/** Returns the ids of a commit and its ancestors. Fails with `missing_object` if it is not a commit. */
export function ancestorIds(
  git: GitBackend,
  from: CommitId,
  options?: CallOptions,
): ResultAsync<ReadonlySet<CommitId>, GitError> {
  if (git.history === undefined) return walk(git, from, options)
  return git.history({ from }, options).map((entries) => new Set(entries.map(({ id }) => id)))
}

function walk(
  git: GitBackend,
  from: CommitId,
  options: CallOptions | undefined,
): ResultAsync<ReadonlySet<CommitId>, GitError> {
  return safeTry(async function* () {
    const seen = new Set([from])
    for (let next: readonly CommitId[] = [from]; next.length > 0;) {
      const read = yield* git.readCommits(next, options)
      if (next[0] === from && !read.has(from)) {
        return err(codedError('missing_object', `${from} is no commit of the repository.`, { data: { id: from } }))
      }
      const parents = [...read.values()].flatMap((commit) => commit.parents)
      next = [...new Set(parents)].filter((id) => !seen.has(id))
      for (const id of next) seen.add(id)
    }
    return ok(seen)
  })
}
