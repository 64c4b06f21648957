import { ok, safeTry, type CommitId, type ReconcileReceipt, type ResultAsync } from '@chronicle/schema'
import type { CallOptions, GitBackend, GitError } from '@chronicle/core/contracts'
import { subjectOf } from '@chronicle/core/text'

/** Reads the subjects of all commits in a receipt that exist in the repository. */
export function readSubjects(
  { matches, ambiguous }: ReconcileReceipt,
  git: GitBackend,
  call: CallOptions,
): ResultAsync<ReadonlyMap<CommitId, string>, GitError> {
  return safeTry(async function* () {
    const ids = [
      ...matches.flatMap(({ from, to }) => [...from, to]),
      ...ambiguous.flatMap(({ commit, candidates }) => [commit, ...candidates.map((candidate) => candidate.commit)]),
    ]
    if (ids.length === 0) return ok(new Map())
    const commits = await git.readCommits([...new Set(ids)], call)
    return commits.map((found) => new Map([...found].map(([id, { message }]) => [id, subjectOf(message)])))
  })
}
