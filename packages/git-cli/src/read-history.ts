import type { HistoryEntry, HistoryRequest } from '@chronicle/core/contracts'
import { isObjectId, type CommitId } from '@chronicle/schema'
import { asMissingCommit, missingCommit } from './missing-commit.ts'
import type { Repository } from './open-repository.ts'
import { readBatches } from './stream-git.ts'

/** The commits behind a commit, parents before children. */
export async function readHistory(repository: Repository, request: HistoryRequest): Promise<readonly HistoryEntry[]> {
  const { from, exclude = [] } = request
  const starts = typeof from === 'string' ? [from] : from
  if (starts.length === 0) return []
  const wrong = [...starts, ...exclude].find((id) => !isObjectId(id))
  if (wrong !== undefined) throw missingCommit(wrong)
  const args = ['rev-list', '--topo-order', '--reverse', '--parents', '--timestamp', '--stdin']
  const input = [...starts, ...exclude.map((id) => `^${id}`), ''].join('\n')
  const entries: HistoryEntry[] = []
  try {
    for await (const lines of readBatches(repository, { args, input, end: '\n' })) {
      for (const line of lines) entries.push(parseEntry(line))
    }
  } catch (failure) {
    throw asMissingCommit(failure)
  }
  return entries
}

function parseEntry(line: string): HistoryEntry {
  const [time, id, ...parents] = line.split(' ')
  return { id: id as CommitId, parents: parents as CommitId[], committedAt: Number(time) }
}
