import type { GitError } from '@chronicle/core/contracts'
import { ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import { walkArguments, type ListedRevision, type ListRequest } from './list-revisions.ts'
import type { Repository } from './open-repository.ts'
import { readBatches } from './stream-git.ts'

/**
 * Removes revisions that are only reachable through a commit that gave another file this name: they belong to an
 * earlier file of the same name. Asks git for the shape of the history only if there was an earlier file.
 */
export function omitEarlierFiles(
  repository: Repository,
  request: ListRequest,
  listed: readonly ListedRevision[],
  renamed: ReadonlySet<CommitId>,
): ResultAsync<readonly ListedRevision[], GitError> {
  return safeTry(async function* () {
    // An earlier file of the name ends with a deletion, so without one there is none.
    if (renamed.size === 0 || listed.every(({ blob }) => blob !== undefined)) return ok(listed)
    const parentsOf = yield* readParents(repository, request)
    const revisions = new Map(listed.map((revision) => [revision.commit, revision]))
    const reached = new Set<CommitId>()
    const open = yield* firstListed(repository, request, parentsOf)
    for (let commit = open.pop(); commit !== undefined; commit = open.pop()) {
      if (reached.has(commit)) continue
      reached.add(commit)
      // Behind a rename, the file continues under this name only in the parents that have it.
      const parents = parentsOf.get(commit) ?? []
      open.push(...parents.filter((id) => !renamed.has(commit) || revisions.get(id)?.blob !== undefined))
    }
    return ok(listed.filter(({ commit }) => reached.has(commit)))
  })
}

/** Returns, for each listed commit, its nearest listed ancestors. */
function readParents(
  repository: Repository,
  request: ListRequest,
): ResultAsync<ReadonlyMap<CommitId, readonly CommitId[]>, GitError> {
  return safeTry(async function* () {
    const parentsOf = new Map<CommitId, readonly CommitId[]>()
    const { args, input } = walkArguments(request)
    const command = { args: ['rev-list', '--parents', ...args], input, end: '\n' } as const
    for await (const lines of readBatches(repository, command)) {
      for (const line of yield* lines) {
        const [commit, ...parents] = line.split(' ') as CommitId[]
        if (commit !== undefined) parentsOf.set(commit, parents)
      }
    }
    return ok(parentsOf)
  })
}

/** Returns the first listed commit from each start. Until there, the history has no branches. */
function firstListed(
  repository: Repository,
  request: ListRequest,
  parentsOf: ReadonlyMap<CommitId, readonly CommitId[]>,
): ResultAsync<CommitId[], GitError> {
  return safeTry(async function* () {
    if (request.starts.length === 1) return ok([...parentsOf.keys()].slice(0, 1))
    const first: CommitId[] = []
    for (const start of request.starts) {
      const { args, input } = walkArguments({ ...request, starts: [start] })
      const command = { args: ['rev-list', '--max-count=1', ...args], input, end: '\n' } as const
      for await (const lines of readBatches(repository, command)) {
        first.push(...((yield* lines) as CommitId[]))
      }
    }
    return ok(first)
  })
}
