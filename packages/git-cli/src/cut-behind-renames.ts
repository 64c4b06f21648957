import type { GitError } from '@chronicle/core/contracts'
import { ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import { walkArguments, type ListedRevision, type ListRequest } from './list-revisions.ts'
import type { Repository } from './open-repository.ts'
import { readBatches } from './stream-git.ts'

/**
 * Leaves out what was listed only behind a commit that gave another file this name: that is the history of an earlier
 * file of the name. Git is asked for the shape of the listed history only where there was one.
 */
export function cutBehindRenames(
  repository: Repository,
  request: ListRequest,
  listed: readonly ListedRevision[],
  renamed: ReadonlySet<CommitId>,
): ResultAsync<readonly ListedRevision[], GitError> {
  return safeTry(async function* () {
    // The newest that is known of an earlier file is its end.
    if (renamed.size === 0 || listed.every(({ blob }) => blob !== undefined)) return ok(listed)
    const parentsOf = yield* readParents(repository, request)
    const revisions = new Map(listed.map((revision) => [revision.commit, revision]))
    const reached = new Set<CommitId>()
    const open = yield* firstListed(repository, request, parentsOf)
    for (let commit = open.pop(); commit !== undefined; commit = open.pop()) {
      if (reached.has(commit)) continue
      reached.add(commit)
      // Under this name the file goes on in those parents alone that have it.
      const parents = parentsOf.get(commit) ?? []
      open.push(...parents.filter((id) => !renamed.has(commit) || revisions.get(id)?.blob !== undefined))
    }
    return ok(listed.filter(({ commit }) => reached.has(commit)))
  })
}

/** For each listed commit, the listed commits next to it in its past. */
function readParents(
  repository: Repository,
  request: ListRequest,
): ResultAsync<ReadonlyMap<CommitId, readonly CommitId[]>, GitError> {
  return safeTry(async function* () {
    const parentsOf = new Map<CommitId, readonly CommitId[]>()
    const args = ['rev-list', '--parents', ...walkArguments(request)]
    for await (const lines of readBatches(repository, { args, end: '\n' })) {
      for (const line of yield* lines) {
        const [commit, ...parents] = line.split(' ') as CommitId[]
        if (commit !== undefined) parentsOf.set(commit, parents)
      }
    }
    return ok(parentsOf)
  })
}

/** The commits that are listed first from each start. Until there, the way is without branches. */
function firstListed(
  repository: Repository,
  request: ListRequest,
  parentsOf: ReadonlyMap<CommitId, readonly CommitId[]>,
): ResultAsync<CommitId[], GitError> {
  return safeTry(async function* () {
    if (request.starts.length === 1) return ok([...parentsOf.keys()].slice(0, 1))
    const first: CommitId[] = []
    for (const start of request.starts) {
      const args = ['rev-list', '--max-count=1', ...walkArguments({ ...request, starts: [start] })]
      for await (const lines of readBatches(repository, { args, end: '\n' })) {
        first.push(...((yield* lines) as CommitId[]))
      }
    }
    return ok(first)
  })
}
