import type { GitError, Patch } from '@chronicle/core/contracts'
import { isObjectId, ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { Repository } from './open-repository.ts'

/** Formats a patch as an input line of `git diff-tree --stdin`: a commit, and the parent to compare it with. */
export function patchLine({ commit, base }: Patch): string {
  return base === undefined ? commit : `${commit} ${base}`
}

/** Returns the distinct patches that git can compute: both the commit and its base exist. */
export function findComputablePatches(
  repository: Repository,
  patches: readonly Patch[],
): ResultAsync<readonly Patch[], GitError> {
  return safeTry(async function* () {
    const { shallowEdge } = yield* repository.locate()
    const ids = [...new Set(patches.flatMap(({ commit, base }) => [commit, base ?? commit]))].filter(isObjectId)
    // Cached commits are known to exist; a caller that compares thousands has read them before.
    const commits = new Set<string>(ids.filter((id) => repository.commits.get(id) !== undefined))
    const others = ids.filter((id) => !commits.has(id))
    const objects = yield* repository.objects.info(others)
    for (const [index, id] of others.entries()) if (objects[index]?.type === 'commit') commits.add(id)
    const distinct = new Map(patches.map((patch) => [patchLine(patch), patch]))
    const isThere = ({ commit, base }: Patch): boolean =>
      commits.has(commit) && (base === undefined ? !shallowEdge.has(commit) : commits.has(base))
    return ok([...distinct.values()].filter(isThere))
  })
}
