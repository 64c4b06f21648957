import { codedError, type GitError } from '@chronicle/core/contracts'
import { err, ok, safeTry, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ObjectReader } from '../object-reader.ts'
import { diffTrees } from '../renames/diff-trees.ts'

/**
 * Derives `GitBackend.changedPaths` from commits and trees. In a shallow clone, commits without parents have no paths,
 * because a root commit cannot be told from one that is cut off.
 */
export function deriveChangedPaths(
  reader: ObjectReader,
  ids: readonly CommitId[],
): ResultAsync<ReadonlyMap<CommitId, readonly RepoPath[]>, GitError> {
  return safeTry(async function* () {
    if (reader.isAborted()) return err(abortedPaths(ids))
    const { shallow } = yield* reader.source.describe(reader.options)
    const paths = new Map<CommitId, readonly RepoPath[]>()
    for (const { id, tree, parents } of (yield* reader.source.readCommits(
      [...new Set(ids)],
      reader.options,
    )).values()) {
      if (reader.isAborted()) return err(abortedPaths(ids))
      const comparable = parents.length === 1 || (parents.length === 0 && !shallow)
      const [parent] = yield* reader.commits(comparable ? parents : [])
      paths.set(id, comparable ? (yield* diffTrees(reader, parent?.tree, tree)).changed : [])
    }
    return ok(paths)
  })
}

function abortedPaths(ids: readonly CommitId[]): GitError {
  return codedError('aborted', `Reading the paths that ${ids.length} commits changed was aborted.`, {
    data: { commits: ids.length },
  })
}
