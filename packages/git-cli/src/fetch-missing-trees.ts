import type { GitError } from '@chronicle/core/contracts'
import { err, isObjectId, ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { Repository } from './open-repository.ts'
import { isPartialClone } from './read-commit-times.ts'

/** Options that limit a fetch to the requested objects. */
const FETCH_OPTIONS = [
  ...['--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', '--no-auto-maintenance'],
  '--refmap=',
]

/**
 * Fetches the missing trees in the history of some commits, in one connection. In a `--filter=tree:0` clone, git
 * fetches them one by one when it walks the history of a path: one connection per commit, which took minutes with two
 * thousand commits. Does nothing in any other clone.
 */
export function fetchMissingTrees(repository: Repository, commits: readonly CommitId[]): ResultAsync<void, GitError> {
  const { signal, trees } = repository
  return safeTry(async function* () {
    const remote = yield* treelessRemote(repository)
    if (remote === undefined || commits.every((id) => trees.complete.has(id))) return ok()
    const underWay = await trees.fetching
    // The fetch of another call, which this one waited for, may have been aborted.
    if (underWay !== undefined) {
      return underWay.isErr() && (underWay.error.code !== 'aborted' || signal?.aborted === true)
        ? err(underWay.error)
        : fetchMissingTrees(repository, commits)
    }
    const fetching = fetchTrees(repository, remote, commits)
    trees.fetching = fetching
    const fetched = await fetching
    if (trees.fetching === fetching) delete trees.fetching
    return fetched
  })
}

function fetchTrees(
  { run, trees }: Repository,
  remote: string,
  commits: readonly CommitId[],
): ResultAsync<void, GitError> {
  return safeTry(async function* () {
    const { stdout } = yield* run({
      // A server that sends the tree of a commit also sends the trees below it.
      args: ['rev-list', '--objects', '--missing=print', '--filter=tree:1', '--ignore-missing', '--stdin'],
      input: `${commits.join('\n')}\n`,
    })
    const lines = stdout.toString('latin1').split('\n')
    const missing = lines.flatMap((line) => (line.startsWith('?') ? [line.slice(1)] : []))
    if (missing.length > 0) {
      yield* run({
        args: [
          '-c',
          'fetch.negotiationAlgorithm=noop',
          'fetch',
          ...FETCH_OPTIONS,
          '--filter=blob:none',
          '--stdin',
          '--',
          remote,
        ],
        input: `${missing.join('\n')}\n`,
      })
    }
    for (const line of lines) if (isObjectId(line)) trees.complete.add(line)
    // A commit that is not here has no trees to fetch.
    for (const id of commits) trees.complete.add(id)
    return ok()
  })
}

/** Returns the remote that omitted the trees. `undefined` if none did. */
function treelessRemote(repository: Repository): ResultAsync<string | undefined, GitError> {
  return safeTry(async function* () {
    const { run, trees } = repository
    if (trees.remote !== undefined) return ok(trees.remote.name)
    if (!(yield* isPartialClone(repository))) return ok(undefined)
    const args = ['config', '--null', '--get-regexp', '^remote[.].*[.]partialclonefilter$', 'tree:']
    const { stdout } = yield* run({ args, configuration: 'as it is', exitCodes: [0, 1] })
    const [, name] = /^remote\.(.+)\.partialclonefilter\n/s.exec(stdout.toString('utf8')) ?? []
    trees.remote = name === undefined ? {} : { name }
    return ok(name)
  })
}
