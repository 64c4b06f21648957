import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitError } from '@chronicle/core/contracts'
import { isObjectId, ok, ResultAsync, safeTry, type CommitId } from '@chronicle/schema'
import { toGitError } from './git-failure.ts'
import type { Repository } from './open-repository.ts'
import { readCommits } from './repository-objects.ts'

const LINE_FEED = 10
const SPACE = 32
/** From this many on, a process that lists times alone costs less than reading the commits. */
const MANY = 1024

/**
 * Committer times of any number of commits. Few are read by the process that reads objects; many by one of their own,
 * without reading the objects here: for thousands of them that is what an index of notes spends most of its time on.
 */
export function readCommitTimes(
  repository: Repository,
  ids: readonly CommitId[],
): ResultAsync<ReadonlyMap<CommitId, number>, GitError> {
  return safeTry(async function* () {
    const wanted = new Set(ids.filter((id) => isObjectId(id)))
    if (wanted.size === 0) return ok(new Map<CommitId, number>())
    if (wanted.size < MANY && !(await isPartialClone(repository))) {
      const commits = yield* readCommits(repository, [...wanted])
      return ok(new Map([...commits].map(([id, { committer }]) => [id, committer.time])))
    }
    const { stdout } = yield* repository.run({
      // With --missing, a partial clone does not ask its remote for each commit that it has not.
      args: ['rev-list', '--no-walk=unsorted', '--ignore-missing', '--missing=allow-any', '--timestamp', '--stdin'],
      input: `${[...wanted].join('\n')}\n`,
    })
    return ok(parseTimes(stdout, wanted))
  })
}

/** Whether git may ask a remote for objects that are not here: it marks the packs from there. Unless it is told, it may. */
export async function isPartialClone(repository: Repository): Promise<boolean> {
  const listed = await repository
    .locate()
    .andThen(({ commonDir }) => ResultAsync.fromPromise(readdir(join(commonDir, 'objects', 'pack')), toGitError))
  return listed.isErr() || listed.value.some((name) => name.endsWith('.promisor'))
}

/** Reads `<seconds> <id>LF`. An id of a tag is answered with that of its commit, which was not asked for. */
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
