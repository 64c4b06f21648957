import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitError } from '@chronicle/core/contracts'
import { isObjectId, ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { Repository } from './open-repository.ts'
import { readCommits } from './repository-objects.ts'

const LINE_FEED = 10
const SPACE = 32
/** Number of commits from which a process that only lists times is cheaper than reading the commits. */
const MIN_COMMITS_FOR_LISTING = 1024

/**
 * Returns the committer times of any number of commits. The object process reads a few; a separate process lists many
 * without reading their objects. With thousands of commits, an index of notes would spend most of its time on such
 * reads.
 */
export function readCommitTimes(
  repository: Repository,
  ids: readonly CommitId[],
): ResultAsync<ReadonlyMap<CommitId, number>, GitError> {
  return safeTry(async function* () {
    const wanted = new Set(ids.filter((id) => isObjectId(id)))
    if (wanted.size === 0) return ok(new Map<CommitId, number>())
    if (wanted.size < MIN_COMMITS_FOR_LISTING && !(yield* isPartialClone(repository))) {
      const commits = yield* readCommits(repository, [...wanted])
      return ok(new Map([...commits].map(([id, { committer }]) => [id, committer.time])))
    }
    const { stdout } = yield* repository.run({
      // With `--missing`, a partial clone does not ask its remote for each commit that it lacks.
      args: ['rev-list', '--no-walk=unsorted', '--ignore-missing', '--missing=allow-any', '--timestamp', '--stdin'],
      input: `${[...wanted].join('\n')}\n`,
    })
    return ok(parseTimes(stdout, wanted))
  })
}

/**
 * Whether git may fetch missing objects from a remote: git marks the packs that came from such a remote. Returns `true`
 * if the packs cannot be listed.
 */
export function isPartialClone(repository: Repository): ResultAsync<boolean, GitError> {
  return safeTry(async function* () {
    const { commonDir } = yield* repository.locate()
    const packs = await readdir(join(commonDir, 'objects', 'pack')).catch(() => ['.promisor'])
    return ok(packs.some((name) => name.endsWith('.promisor')))
  })
}

/**
 * Parses `<seconds> <id>LF`. For the id of a tag, git prints the id of its commit, which is ignored because it was not
 * requested.
 */
function parseTimes(stdout: Buffer, wanted: ReadonlySet<CommitId>): ReadonlyMap<CommitId, number> {
  const times = new Map<CommitId, number>()
  for (let start = 0; start < stdout.length;) {
    const space = stdout.indexOf(SPACE, start)
    const end = stdout.indexOf(LINE_FEED, space)
    const id = stdout.toString('latin1', space + 1, end) as CommitId
    if (wanted.has(id)) times.set(id, Number(stdout.toString('latin1', start, space)))
    start = end + 1
  }
  return times
}
