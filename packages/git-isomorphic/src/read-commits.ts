import type { Commit } from '@chronicle/core/contracts'
import type { CommitId } from '@chronicle/schema'
import type { OpenRepository } from './open-repository.ts'
import { parseCommit } from './parse-objects.ts'

/**
 * Reads commits. At the edge of a shallow clone, omits the parents that a commit names, because they are not present.
 */
export async function readCommits(
  { objects, repository }: OpenRepository,
  ids: readonly CommitId[],
): Promise<ReadonlyMap<CommitId, Commit>> {
  const parse = (bytes: Uint8Array, id: CommitId): Commit => {
    const commit = parseCommit(id, bytes)
    return repository.edges.has(id) ? { ...commit, parents: [] } : commit
  }
  return objects.readAll(ids, 'commit', parse)
}
