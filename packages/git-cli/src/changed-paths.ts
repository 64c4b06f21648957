import { devNull } from 'node:os'
import { isObjectId, type CommitId, type RepoPath } from '@chronicle/schema'
import { throwIfAborted } from './git-failure.ts'
import type { Repository } from './open-repository.ts'
import { readBatches } from './stream-git.ts'

/** The paths that each commit changed, by one process for all of them. Merges have none. */
export async function changedPaths(
  repository: Repository,
  ids: readonly CommitId[],
): Promise<ReadonlyMap<CommitId, readonly RepoPath[]>> {
  throwIfAborted(repository.signal)
  const wanted = [...new Set(ids)].filter(isObjectId)
  const known = new Map<CommitId, readonly RepoPath[]>()
  for (const id of wanted) {
    const paths = repository.changed.get(id)
    if (paths !== undefined) known.set(id, paths)
  }
  const found = await findChangedPaths(
    repository,
    wanted.filter((id) => !known.has(id)),
  )
  for (const [id, paths] of found) repository.changed.set(id, paths)
  return new Map(
    wanted.flatMap((id): [CommitId, readonly RepoPath[]][] => {
      const paths = known.get(id) ?? found.get(id)
      return paths === undefined ? [] : [[id, paths]]
    }),
  )
}

async function findChangedPaths(
  repository: Repository,
  ids: readonly CommitId[],
): Promise<ReadonlyMap<CommitId, readonly RepoPath[]>> {
  if (ids.length === 0) return new Map()
  const { shallowEdge } = await repository.locate()
  const objects = await repository.objects.info(ids)
  const commits = ids.filter((_, index) => objects[index]?.type === 'commit')
  const paths = new Map<CommitId, RepoPath[]>(commits.map((id) => [id, []]))
  const asked = commits.filter((id) => !shallowEdge.has(id))
  if (asked.length === 0) return paths
  const args = [
    // With the status, so that a path that looks like an id is not taken for one.
    ...['diff-tree', '--stdin', '-r', '-z', '--root', '--name-status', '--no-renames'],
    ...['--ignore-submodules=none', '--no-ext-diff', '--no-textconv', `-O${devNull}`],
  ]
  let current: RepoPath[] | undefined
  let isPath = false
  for await (const fields of readBatches(repository, { args, input: `${asked.join('\n')}\n`, end: '\0' })) {
    for (const field of fields) {
      const text: string = isPath ? field : field.trimStart()
      if (isPath) current?.push(text as RepoPath)
      else if (isObjectId(text)) current = paths.get(text as CommitId)
      isPath = !isPath && text.length === 1
    }
  }
  return paths
}
