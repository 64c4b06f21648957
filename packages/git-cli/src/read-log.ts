import { devNull } from 'node:os'
import { valueOrThrow, type CommitSummary, type LogRequest } from '@chronicle/core/contracts'
import { isObjectId, ok, type CommitId } from '@chronicle/schema'
import { fetchMissingTrees } from './fetch-missing-trees.ts'
import type { Repository } from './open-repository.ts'
import { isRepoPath } from './repository-objects.ts'
import { streamGit } from './stream-git.ts'

const FIELDS = ['%H', '%P', '%an', '%ct', '%s'] as const

/** Yields the log. Throws an `Error` whose cause is the coded error. */
export async function* readLog(
  repository: Repository,
  { from, path, limit }: LogRequest,
): AsyncGenerator<CommitSummary> {
  if (limit === 0 || !isObjectId(from) || (path !== undefined && !isRepoPath(path))) return
  const completed = path === undefined ? ok() : await fetchMissingTrees(repository, [from])
  if (completed.isErr() && repository.signal?.aborted === true) return
  valueOrThrow(completed)
  const args = [
    ...['log', '-z', `--format=${FIELDS.join('%x00')}`, '--encoding=UTF-8'],
    ...['--no-color', '--no-show-signature', '--no-notes', '--no-ext-diff', '--no-textconv', `-O${devNull}`],
    ...(limit === undefined ? [] : [`--max-count=${limit}`]),
    ...[from, '--', ...(path === undefined ? [] : [path])],
  ]
  let fields: string[] = []
  for await (const field of streamGit(repository, { args, end: '\0' })) {
    fields.push(field)
    if (fields.length < FIELDS.length) continue
    yield summaryOf(fields)
    fields = []
  }
}

function summaryOf([id, parents = '', authorName = '', time, subject = '']: readonly string[]): CommitSummary {
  return {
    id: id as CommitId,
    parents: parents.split(' ').filter((parent) => parent !== '') as CommitId[],
    authorName,
    committedAt: Number(time),
    subject,
  }
}
