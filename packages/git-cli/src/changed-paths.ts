import { devNull } from 'node:os'
import { isObjectId, type CommitId, type RepoPath } from '@chronicle/schema'
import type { Repository } from './open-repository.ts'
import { readCommits } from './repository-objects.ts'

/** The paths that each commit changed, by one process for all of them. Merges have none. */
export async function changedPaths(
  repository: Repository,
  ids: readonly CommitId[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<CommitId, readonly RepoPath[]>> {
  const { shallowEdge, top } = await repository.locate(signal)
  const commits = await readCommits(repository, [...new Set(ids)], signal)
  const paths = new Map<CommitId, RepoPath[]>([...commits.keys()].map((id) => [id, []]))
  const asked = [...commits.keys()].filter((id) => !shallowEdge.has(id))
  if (asked.length === 0) return paths
  const { stdout } = await repository.runner.run({
    args: [
      ...['diff-tree', '--stdin', '-r', '-z', '--root', '--name-only', '--no-renames'],
      ...['--ignore-submodules=none', '--no-ext-diff', '--no-textconv', `-O${devNull}`],
    ],
    input: `${asked.join('\n')}\n`,
    cwd: top,
    signal,
  })
  let current: RepoPath[] | undefined
  for (const field of stdout.toString('utf8').split('\0')) {
    const text = field.replace(/^\n/, '')
    const known = isObjectId(text) ? paths.get(text as CommitId) : undefined
    if (known !== undefined) current = known
    else if (text !== '') current?.push(text as RepoPath)
  }
  return paths
}
