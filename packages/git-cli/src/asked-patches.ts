import type { Patch } from '@chronicle/core/contracts'
import { isObjectId } from '@chronicle/schema'
import type { Repository } from './open-repository.ts'

/** A patch as a line of the input of `git diff-tree --stdin`: a commit, and the parent to compare it with. */
export function patchLine({ commit, base }: Patch): string {
  return base === undefined ? commit : `${commit} ${base}`
}

/** The patches that git can be asked for, each once: their commits are there, and so is what they are compared with. */
export async function askedPatches(repository: Repository, patches: readonly Patch[]): Promise<readonly Patch[]> {
  const { shallowEdge } = await repository.locate()
  const ids = [...new Set(patches.flatMap(({ commit, base }) => [commit, base ?? commit]))].filter(isObjectId)
  // Commits that were read are known to be there; whoever compares thousands has read them.
  const commits = new Set<string>(ids.filter((id) => repository.commits.get(id) !== undefined))
  const others = ids.filter((id) => !commits.has(id))
  const objects = await repository.objects.info(others)
  for (const [index, id] of others.entries()) if (objects[index]?.type === 'commit') commits.add(id)
  const distinct = new Map(patches.map((patch) => [patchLine(patch), patch]))
  return [...distinct.values()].filter(({ commit, base }) => {
    if (!commits.has(commit)) return false
    return base === undefined ? !shallowEdge.has(commit) : commits.has(base)
  })
}
