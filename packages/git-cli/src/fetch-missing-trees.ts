import type { GitError } from '@chronicle/core/contracts'
import { isObjectId, ok, omitUndefined, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { Repository } from './open-repository.ts'
import { configEntries } from './read-config.ts'
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
  const { during, signal, trees } = repository
  return safeTry(async function* () {
    const remote = yield* treelessRemote(repository)
    if (remote === undefined) return ok()
    // The fetch of another call, which this one waits for, may be about other commits.
    while (!commits.every((id) => trees.complete.has(id))) {
      yield* trees.fetching('', omitUndefined({ signal }), (call) =>
        fetchTrees({ run: during(call.signal).run, trees }, remote, commits),
      )
    }
    return ok()
  })
}

function fetchTrees(
  { run, trees }: Pick<Repository, 'run' | 'trees'>,
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
    const { trees } = repository
    if (trees.remote !== undefined) return ok(trees.remote.name)
    if (!(yield* isPartialClone(repository))) return ok(undefined)
    const filters = new Map(yield* configEntries(repository, '^remote[.].*[.]partialclonefilter$'))
    const [key] = [...filters].find(([, filter]) => filter.includes('tree:')) ?? []
    const name = key?.slice('remote.'.length, -'.partialclonefilter'.length)
    trees.remote = omitUndefined({ name })
    return ok(name)
  })
}
