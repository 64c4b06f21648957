import type { GitError } from '@chronicle/core/contracts'
import { isObjectId, okAsync, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { Repository } from './open-repository.ts'

const LINE_FEED = 10
const SPACE = 32

/**
 * Committer times of any number of commits by one process, without reading the objects here: for thousands of them
 * that is what an index of notes spends most of its time on.
 */
export function readCommitTimes(
  repository: Repository,
  ids: readonly CommitId[],
): ResultAsync<ReadonlyMap<CommitId, number>, GitError> {
  const wanted = new Set(ids.filter((id) => isObjectId(id)))
  if (wanted.size === 0) return okAsync(new Map<CommitId, number>())
  const listed = repository.run({
    // With --missing, a partial clone does not ask its remote for each commit that it has not.
    args: ['rev-list', '--no-walk=unsorted', '--ignore-missing', '--missing=allow-any', '--timestamp', '--stdin'],
    input: `${[...wanted].join('\n')}\n`,
  })
  return listed.map(({ stdout }) => parseTimes(stdout, wanted))
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
