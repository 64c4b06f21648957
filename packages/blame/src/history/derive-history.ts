import {
  codedError,
  type CallOptions,
  type GitError,
  type HistoryEntry,
  type HistoryRequest,
} from '@chronicle/core/contracts'
import { err, ok, safeTry, type ResultAsync } from '@chronicle/schema'
import { isAborted } from '../is-aborted.ts'
import type { CommitNode, ObjectReader } from '../object-reader.ts'
import { detectRenames } from '../renames/detect-renames.ts'
import { diffTrees } from '../renames/diff-trees.ts'
import { listCommits } from './list-commits.ts'

/**
 * What `GitBackend.history` answers, derived from commits, trees and blobs. Fails with `missing_object` when an object
 * that is needed is not there, with `aborted`, and with whatever the backend fails with.
 */
export function deriveHistory(
  reader: ObjectReader,
  request: HistoryRequest,
  options?: CallOptions,
): ResultAsync<readonly HistoryEntry[], GitError> {
  return safeTry(async function* () {
    if (isAborted(options)) return err(abortedHistory(request))
    const entries: HistoryEntry[] = []
    for (const commit of yield* listCommits(reader, request, options)) {
      if (isAborted(options)) return err(abortedHistory(request))
      const { id, parents, time } = commit
      entries.push({ id, parents, committedAt: time, renames: yield* renamesOf(reader, commit, options) })
    }
    return ok(entries)
  })
}

/** The renames against each parent, the first parent's first, without repetitions. */
function renamesOf(
  reader: ObjectReader,
  commit: CommitNode,
  options: CallOptions | undefined,
): ResultAsync<HistoryEntry['renames'], GitError> {
  return safeTry(async function* () {
    const renames = new Map<string, HistoryEntry['renames'][number]>()
    for (const parent of yield* reader.commits(commit.parents, options)) {
      const difference = yield* diffTrees(reader, parent.tree, commit.tree, options)
      for (const { from, to } of yield* detectRenames(reader, difference, options)) {
        const key = `${from.path}\0${to.path}`
        if (!renames.has(key)) renames.set(key, { from: from.path, to: to.path })
      }
    }
    return ok([...renames.values()])
  })
}

function abortedHistory({ from }: HistoryRequest): GitError {
  return codedError('aborted', `Reading the history of ${from} was aborted.`, { data: { from } })
}
