import { devNull } from 'node:os'
import type { GitError } from '@chronicle/core/contracts'
import {
  isObjectId,
  ok,
  omitUndefined,
  safeTry,
  type CommitId,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import { fetchMissingTrees } from './fetch-missing-trees.ts'
import type { Repository } from './open-repository.ts'
import { readBatches } from './stream-git.ts'

/** Returns the paths that each commit changed, with one process for all commits. Merges have none. */
export function changedPaths(
  repository: Repository,
  ids: readonly CommitId[],
): ResultAsync<ReadonlyMap<CommitId, readonly RepoPath[]>, GitError> {
  return safeTry(async function* () {
    const wanted = [...new Set(ids)].filter(isObjectId)
    const known = new Map<CommitId, readonly RepoPath[]>()
    for (const id of wanted) {
      const paths = repository.changed.get(id)
      if (paths !== undefined) known.set(id, paths)
    }
    const missing = wanted.filter((id) => !known.has(id))
    const found = yield* repository.changing(
      missing.join(' '),
      omitUndefined({ signal: repository.signal }),
      ({ signal }) => findChangedPaths(repository.during(signal), missing),
    )
    for (const [id, paths] of found) repository.changed.set(id, paths)
    return ok(
      new Map(
        wanted.flatMap((id): [CommitId, readonly RepoPath[]][] => {
          const paths = known.get(id) ?? found.get(id)
          return paths === undefined ? [] : [[id, paths]]
        }),
      ),
    )
  })
}

function findChangedPaths(
  repository: Repository,
  ids: readonly CommitId[],
): ResultAsync<ReadonlyMap<CommitId, readonly RepoPath[]>, GitError> {
  return safeTry(async function* () {
    if (ids.length === 0) return ok(new Map())
    const { shallowEdge } = yield* repository.locate()
    const objects = yield* repository.objects.info(ids)
    const commits = ids.filter((_, index) => objects[index]?.type === 'commit')
    const paths = new Map<CommitId, RepoPath[]>(commits.map((id) => [id, []]))
    const asked = commits.filter((id) => !shallowEdge.has(id))
    if (asked.length === 0) return ok(paths)
    yield* fetchMissingTrees(repository, asked)
    const args = [
      // With the status, so that a path that looks like an id is not mistaken for one.
      ...['diff-tree', '--stdin', '-r', '-z', '--root', '--name-status', '--no-renames'],
      ...['--ignore-submodules=none', '--no-ext-diff', '--no-textconv', `-O${devNull}`],
    ]
    let current: RepoPath[] | undefined
    let isPath = false
    for await (const fields of readBatches(repository, { args, input: `${asked.join('\n')}\n`, end: '\0' })) {
      for (const field of yield* fields) {
        const text: string = isPath ? field : field.trimStart()
        if (isPath) current?.push(text as RepoPath)
        else if (isObjectId(text)) current = paths.get(text as CommitId)
        isPath = !isPath && text.length === 1
      }
    }
    return ok(paths)
  })
}
