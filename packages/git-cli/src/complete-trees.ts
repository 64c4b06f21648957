import type { GitError } from '@chronicle/core/contracts'
import { err, isObjectId, ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { Repository } from './open-repository.ts'
import { isPartialClone } from './read-commit-times.ts'

/** Options that keep a fetch to what it is asked for. */
const ALONE = [
  ...['--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', '--no-auto-maintenance'],
  '--refmap=',
]

/**
 * Fetches, at one go, the trees that the history of some commits lacks. In a clone that was made with `--filter=tree:0`,
 * git fetches them one by one when it walks a history by path: as many connections as there are commits, which took
 * minutes in a repository of two thousand. Does nothing in any other clone.
 */
export function completeTrees(repository: Repository, commits: readonly CommitId[]): ResultAsync<void, GitError> {
  const { signal, trees } = repository
  return safeTry(async function* () {
    const remote = yield* treelessRemote(repository)
    if (remote === undefined || commits.every((id) => trees.complete.has(id))) return ok()
    const underWay = await trees.fetching
    // Somebody else's call, which this one waited for, may have been given up.
    if (underWay !== undefined) {
      return underWay.isErr() && (underWay.error.code !== 'aborted' || signal?.aborted === true)
        ? err(underWay.error)
        : completeTrees(repository, commits)
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
      // Whoever sends the tree of a commit sends those below it, too.
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
          ...ALONE,
          '--filter=blob:none',
          '--stdin',
          '--',
          remote,
        ],
        input: `${missing.join('\n')}\n`,
      })
    }
    for (const line of lines) if (isObjectId(line)) trees.complete.add(line)
    // One that is not here has no trees to be fetched.
    for (const id of commits) trees.complete.add(id)
    return ok()
  })
}

/** The remote that left the trees out. `undefined`: none did. */
function treelessRemote(repository: Repository): ResultAsync<string | undefined, GitError> {
  return safeTry(async function* () {
    const { run, trees } = repository
    if (trees.remote !== undefined) return ok(trees.remote.name)
    if (!(await isPartialClone(repository))) return ok(undefined)
    const args = ['config', '--null', '--get-regexp', '^remote[.].*[.]partialclonefilter$', 'tree:']
    const { stdout } = yield* run({ args, configuration: 'as it is', exitCodes: [0, 1] })
    const [, name] = /^remote\.(.+)\.partialclonefilter\n/s.exec(stdout.toString('utf8')) ?? []
    trees.remote = name === undefined ? {} : { name }
    return ok(name)
  })
}
