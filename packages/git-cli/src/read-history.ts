import { devNull } from 'node:os'
import type { HistoryEntry, HistoryRequest } from '@chronicle/core/contracts'
import { isObjectId, type CommitId, type RepoPath } from '@chronicle/schema'
import { GitFailure } from './git-failure.ts'
import { missingCommit } from './missing-commit.ts'
import type { Repository } from './open-repository.ts'

type Rename = HistoryEntry['renames'][number]

/**
 * The commits behind a commit, parents before children, with their renames.
 *
 * Commits and renames come from two passes at the same time, because with `--diff-filter` git leaves out commits that
 * have nothing to show. Merges are compared with each parent (`-m`), which costs as much again as all other commits
 * (170 ms instead of 90 ms for 6,200 commits of express); blame looks at each parent, too.
 */
export async function readHistory(
  repository: Repository,
  request: HistoryRequest,
  signal: AbortSignal | undefined,
): Promise<readonly HistoryEntry[]> {
  const { from, exclude = [] } = request
  const wrong = [from, ...exclude].find((id) => !isObjectId(id))
  if (wrong !== undefined) throw missingCommit(wrong)
  const input = [from, ...exclude.map((id) => `^${id}`), ''].join('\n')
  try {
    const [commits, renames] = await Promise.all([
      readCommitLines(repository, input, signal),
      readRenames(repository, input, signal),
    ])
    return commits.map((line) => {
      const [time = '', id = '', ...parents] = line.split(' ')
      return {
        id: id as CommitId,
        parents: parents as CommitId[],
        committedAt: Number(time),
        renames: renames.get(id) ?? NONE,
      }
    })
  } catch (error) {
    const [, id] = (error instanceof GitFailure && /bad object \^?([0-9a-f]{40,64})/.exec(error.message)) || []
    throw id === undefined ? error : missingCommit(id)
  }
}

const NONE: readonly Rename[] = []

async function readCommitLines(
  repository: Repository,
  input: string,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const { stdout } = await repository.runner.run({
    args: ['rev-list', '--topo-order', '--reverse', '--parents', '--timestamp', '--stdin'],
    input,
    signal,
  })
  return stdout.toString('latin1').split('\n').slice(0, -1)
}

async function readRenames(
  repository: Repository,
  input: string,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, readonly Rename[]>> {
  const { stdout } = await repository.runner.run({
    args: [
      ...['log', '--stdin', '-m', '-M', '--diff-filter=R', '--name-status', '-z', '--format=%H'],
      ...['--no-ext-diff', '--no-textconv', '--no-color', '--no-show-signature', '--no-notes', `-O${devNull}`],
    ],
    input,
    signal,
  })
  const renames = new Map<string, Rename[]>()
  const fields = stdout.toString('utf8').split('\0')
  let commit = ''
  for (let index = 0; index < fields.length; index++) {
    const field = (fields[index] ?? '').replace(/^\n/, '')
    if (isObjectId(field)) {
      commit = field
    } else if (/^R\d+$/.test(field)) {
      const [from, to] = [fields[++index], fields[++index]] as [RepoPath, RepoPath]
      const known = renames.get(commit) ?? []
      if (!known.some((other) => other.from === from && other.to === to)) known.push({ from, to })
      renames.set(commit, known)
    }
  }
  return renames
}
