import {
  valueOrThrow,
  type CallOptions,
  type Commit,
  type CommitSummary,
  type LogRequest,
} from '@chronicle/core/contracts'
import { err, type CommitId, type RepoPath } from '@chronicle/schema'
import { BackendFailure, toGitError } from './backend-failure.ts'
import type { OpenRepository } from './open-repository.ts'
import { readCommits } from './read-commits.ts'
import { findEntry } from './tree-walk.ts'

/** Yields the log of a repository. Throws an `Error` whose cause is the coded error. */
export async function* readLog(
  open: () => Promise<OpenRepository>,
  request: LogRequest,
  options?: CallOptions,
): AsyncGenerator<CommitSummary> {
  if (isAborted(options) || request.limit === 0) return
  try {
    yield* logCommits(await open(), request, options)
  } catch (failure) {
    const error = toGitError('read the log', failure)
    if (error.code !== 'aborted') valueOrThrow(err(error))
  }
}

/**
 * Yields commits from the newest committer time to the oldest. With a path, simplifies history as `git log -- path`
 * does: a merge that took the path from one parent is not listed, and only that parent is followed.
 */
async function* logCommits(
  opened: OpenRepository,
  { from, path, limit = Infinity }: LogRequest,
  options?: CallOptions,
): AsyncGenerator<CommitSummary> {
  const queue: Commit[] = []
  const seen = new Set<CommitId>()
  const enqueue = async (id: CommitId): Promise<void> => {
    if (seen.has(id)) return
    seen.add(id)
    const commit = await readCommit(opened, id)
    const behind = queue.findIndex((other) => other.committer.time < commit.committer.time)
    queue.splice(behind < 0 ? queue.length : behind, 0, commit)
  }
  let left = limit
  await enqueue(from)
  for (let commit = queue.shift(); commit !== undefined; commit = queue.shift()) {
    if (isAborted(options)) return
    const { changed, follow } = path === undefined ? everything(commit) : await simplify(opened, commit, path)
    if (changed) {
      yield summarise(commit)
      if (--left <= 0) return
    }
    for (const parent of follow) await enqueue(parent)
  }
}

interface Simplified {
  readonly changed: boolean
  readonly follow: readonly CommitId[]
}

function everything(commit: Commit): Simplified {
  return { changed: true, follow: commit.parents }
}

async function simplify(opened: OpenRepository, commit: Commit, path: RepoPath): Promise<Simplified> {
  const own = await findEntry(opened.objects, commit.tree, path)
  if (commit.parents.length === 0) return { changed: own !== undefined, follow: [] }
  for (const id of commit.parents) {
    const parent = await readCommit(opened, id)
    const theirs = await findEntry(opened.objects, parent.tree, path)
    if (own?.id === theirs?.id && own?.kind === theirs?.kind) return { changed: false, follow: [id] }
  }
  return { changed: true, follow: commit.parents }
}

function summarise({ id, parents, author, committer, message }: Commit): CommitSummary {
  return { id, parents, authorName: author.name, committedAt: committer.time, subject: subjectOf(message) }
}

/** Returns the first paragraph on one line. */
function subjectOf(message: string): string {
  const lines = message.split('\n').map((line) => line.trimEnd())
  const start = lines.findIndex((line) => line !== '')
  if (start < 0) return ''
  const end = lines.indexOf('', start)
  return lines.slice(start, end < 0 ? undefined : end).join(' ')
}

function isAborted(options: CallOptions | undefined): boolean {
  return options?.signal?.aborted === true
}

async function readCommit(opened: OpenRepository, id: CommitId): Promise<Commit> {
  const commit = (await readCommits(opened, [id])).get(id)
  if (commit) return commit
  throw new BackendFailure('missing_object', `There is no commit ${id} to log. Check the id, or run git fsck.`, {
    data: { id },
  })
}
