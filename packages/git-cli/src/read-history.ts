import type { GitError, HistoryEntry, HistoryRequest } from '@chronicle/core/contracts'
import { err, isObjectId, ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import { asMissingCommit, missingCommit } from './missing-commit.ts'
import type { Repository } from './open-repository.ts'
import { readBatches } from './stream-git.ts'

/** Returns a commit and its ancestors, parents before children. */
export function readHistory(
  repository: Repository,
  request: HistoryRequest,
): ResultAsync<readonly HistoryEntry[], GitError> {
  return safeTry(async function* () {
    const { from, exclude = [] } = request
    const starts = typeof from === 'string' ? [from] : from
    if (starts.length === 0) return ok([])
    const wrong = [...starts, ...exclude].find((id) => !isObjectId(id))
    if (wrong !== undefined) return err(missingCommit(wrong))
    const args = ['rev-list', '--topo-order', '--reverse', '--parents', '--timestamp', '--stdin']
    const input = [...starts, ...exclude.map((id) => `^${id}`), ''].join('\n')
    const entries: HistoryEntry[] = []
    for await (const lines of readBatches(repository, { args, input, end: '\n' })) {
      for (const line of yield* lines.mapErr(asMissingCommit)) entries.push(parseEntry(line))
    }
    return ok(entries)
  })
}

function parseEntry(line: string): HistoryEntry {
  const [time, id, ...parents] = line.split(' ')
  return { id: id as CommitId, parents: parents as CommitId[], committedAt: Number(time) }
}
